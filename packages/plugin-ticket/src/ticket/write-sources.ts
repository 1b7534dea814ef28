import { systemTimeZone, type Caller, type Settings } from '@ticketgate/sdk';

import type { WritingOperation } from '../articles/article-settings.js';
import { customerRights, type CustomerRights } from '../permission/customer-rights.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { authenticateWriter } from '../request/authenticate-writer.js';
import { writeRules } from './profiles/profiles.js';
import type { RuleSources, WriteRules } from './profiles/write-rules.js';

/** The data that writing operations are checked with, and that checks and plans look things up in. */
export interface WriteSources extends RuleSources {
  /** The prefix of error codes and messages. */
  readonly operation: WritingOperation;
  readonly context: TicketContext;
  readonly settings: Settings;
  readonly caller: Caller;
  /** Where the service restricts what the calling customer may set. */
  readonly rights: CustomerRights | undefined;
  readonly rules: WriteRules;
}

/** @throws OperationError `<Operation>.MissingParameter`, `<Operation>.AuthFail` for whoever cannot be authenticated */
export async function writeSources(operation: WritingOperation, context: TicketContext): Promise<WriteSources> {
  const { accounts, binding, services, settings } = context;
  const caller = await authenticateWriter(context, operation);
  const [catalogue, directory] = await Promise.all([services.catalogue.current(), accounts.directory()]);
  return {
    operation,
    context,
    settings,
    caller,
    catalogue,
    directory,
    now: context.now(),
    zone: systemTimeZone(settings),
    rights: await customerRights(caller, context, operation),
    rules: writeRules[binding.profile],
  };
}
