import { systemTimeZone, type Directory, type Events, type OperationContext } from '@ticketgate/sdk';

import type { WritingOperation } from '../articles/article-settings.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { TicketSystem } from '../plugin/ticket-system.js';
import { writeRules } from './profiles/profiles.js';
import type { WriteRules } from './profiles/write-rules.js';

/** What checks and plans of writing operations look things up in. */
export interface WriteSources {
  /** For example `TicketCreate`: what error codes and texts begin with. */
  readonly operation: WritingOperation;
  readonly context: OperationContext;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  /** Whether the tables are those of a host system. */
  readonly isAttached: boolean;
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
  readonly rules: WriteRules;
  readonly events: Events;
}

export async function writeSources(
  operation: WriteSources['operation'],
  context: OperationContext,
  system: TicketSystem,
): Promise<WriteSources> {
  const now = context.now();
  const [catalogue, directory] = await Promise.all([system.catalogue.current(), context.accounts.directory()]);
  const zone = systemTimeZone(context.settings);
  const rules = writeRules[context.binding.profile];
  const { isAttached, events } = system;
  return { operation, context, catalogue, directory, isAttached, now, zone, rules, events };
}
