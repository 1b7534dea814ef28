import type { StoredService } from '@ticketgate/database';
import { offMainThread, hasErrors, type Diagnostic } from '@ticketgate/definition';

import type { AdminSystem } from '../admin-system.js';
import { checkText } from './check-text.js';
import { impactOf, type Impact } from './impact.js';
import { requireServiceName } from './service-name.js';

/** A definition that is to become the next version of a service. */
export interface DraftText {
  readonly name: string;
  /** As its author wrote it: `*******` stands for a secret that is stored. */
  readonly text: string;
  /** The name of the text in diagnostics. */
  readonly file: string;
  /** True to publish what breaks what works in the active version. */
  readonly isForced: boolean;
  /** The texts whose secrets `*******` stands for, the first one first; default: that of the current version. */
  readonly secretsOf?: readonly string[] | undefined;
}

/** Everything that an author should know before publishing. */
export interface Draft {
  /** Undefined for a new service. */
  readonly current: StoredService | undefined;
  /** The text to publish, with its secrets. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** False with errors. */
  readonly isPublishable: boolean;
  /** How the service would differ from the current version; empty for a new service. */
  readonly changes: readonly Impact[];
}

/**
 * Checks a definition and compares it with the current version. Nothing is changed.
 *
 * @throws OperationError `Admin.ServiceNameInvalid`
 */
export async function prepareDraft(system: AdminSystem, draft: DraftText): Promise<Draft> {
  const { name, text, file, isForced } = draft;
  requireServiceName(name);
  const { services, operations, definitionBytes: mostBytes } = system;
  const current = await services.find(name);
  const served = !isForced && current?.validID === 1 ? current.config : undefined;
  const secretsOf = draft.secretsOf ?? (current === undefined ? [] : [current.config]);
  const diagnostics = await checkText(operations, { text, file, served, secretsOf, mostBytes });
  const { text: completed } = await offMainThread('complete', text, secretsOf);
  const changes = current === undefined ? [] : await changesOf(system, current, completed);
  return { current, text: completed, diagnostics, isPublishable: !hasErrors(diagnostics), changes };
}

async function changesOf(system: AdminSystem, current: StoredService, text: string): Promise<readonly Impact[]> {
  const changes = await offMainThread('compare', current.config, text);
  return changes.length === 0 ? [] : impactOf(changes, current.id, await system.callsOfWeek());
}
