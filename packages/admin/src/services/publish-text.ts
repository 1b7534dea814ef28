import { Replicas, type SavedService } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import { DefinitionInvalid } from './service-errors.js';
import { DetailedError } from '../tasks/task-errors.js';
import { findDrift } from '../definition-files/find-drift.js';
import type { TaskSystem } from '../tasks/task.js';
import type { DescribedDiagnostic } from './definition-text.js';
import { type DraftText, prepareDraft } from './prepare-draft.js';

/**
 * A definition that may be published, with its secrets, and sentences about what else is wrong with it.
 *
 * @throws OperationError `Admin.DefinitionInvalid` with the diagnostics
 */
export async function requirePublishable(system: TaskSystem, draft: DraftText) {
  const { text, described } = await prepareDraft(system, draft);
  const { isPublishable, diagnostics } = described;
  if (!isPublishable) throw new DetailedError(new DefinitionInvalid(), { diagnostics });
  return { text, warnings: diagnostics.map(wordWarning) };
}

const say = declareMessages({
  'warning.line': `Line {line}: {diagnostic}`,
  'warning.unserved': `The web service "{name}" is not served: {reason}`,
  'warning.disabled': `The web service "{name}" is disabled. "ticketgate service enable {name}" serves it.`,
  'warning.late': `The change is saved, but not served everywhere yet. Look at the log of {names}, unless it has just ended.`,
  'warning.host': `The host keeps definitions in its cache: it may show and serve the earlier one until that expires.`,
});

/** A diagnostic as a sentence among the warnings of a change. */
export function wordWarning({ range, id, values, message: words }: DescribedDiagnostic): Message {
  // Values are those with which it was declared.
  const diagnostic = id === undefined ? words : { id, values: values as Message['values'], message: words };
  return say('warning.line', { line: String(range.start.line), diagnostic });
}

/** As `warningMembers` has them. */
export function toWarningMembers(warningMessages: readonly Message[]) {
  return { warnings: warningMessages.map((each) => each.message), warningMessages };
}

/** `isDisabled` if the change was to stop serving it. */
type Saved = SavedService & { readonly warnings?: readonly Message[]; readonly isDisabled?: boolean };

/** The result of a change, with everything else that an administrator should know about it. */
export async function describeSaved(
  system: TaskSystem,
  name: string,
  { id, isChanged, versionID, warnings = [], isDisabled = false }: Saved,
) {
  const consequences = await findSideEffects(system, name);
  const unserved = isDisabled ? [] : await explainUnserved(system, name);
  const made = versionID === undefined ? undefined : await system.services.versions.find(id, versionID);
  return {
    name,
    isChanged,
    version: versionID ?? null,
    number: made?.number ?? null,
    ...toWarningMembers([...warnings, ...unserved, ...consequences]),
  };
}

async function explainUnserved({ services, states }: TaskSystem, name: string): Promise<readonly Message[]> {
  const saved = (await states.of(await services.list())).find((each) => each.name === name);
  if (saved?.state === 'not servable')
    return [say('warning.unserved', { name, reason: saved.reasonMessage ?? saved.reason ?? '' })];
  return saved?.state === 'disabled' ? [say('warning.disabled', { name })] : [];
}

/** Milliseconds in which all processes usually serve a change. */
const PATIENCE = 5_000;

/** Waits until all processes serve what is stored. Otherwise returns a sentence about those that do not. */
export async function untilServed({ database }: Pick<System, 'database'>): Promise<Message | undefined> {
  const late = await new Replicas(database).untilServed(PATIENCE);
  const names = [...new Set(late.map(({ name, address }) => `${name} (${address})`))].join(', ');
  return late.length === 0 ? undefined : say('warning.late', { names });
}

/** Effects of a change that its author may not expect. They are known once the change is served. */
export async function findSideEffects(system: System, name: string): Promise<readonly Message[]> {
  const late = await untilServed(system);
  const drift = await findDrift(system, name);
  return [
    ...(late === undefined ? [] : [late]),
    ...(system.isAttached ? [say('warning.host')] : []),
    ...(drift === undefined ? [] : [drift]),
  ];
}
