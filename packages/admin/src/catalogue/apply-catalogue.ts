import { recordChange, rolledBack } from '@ticketgate/database';
import { isData, type CatalogueKind, type Data, type SaveOptions } from '@ticketgate/sdk';

import { type CatalogueSystem, type CatalogueTransaction, emitChange, VALID_MEMBER } from './catalogue-system.js';
import { changeCatalogue, type EntryNote, lockedHost } from './change-entry.js';

/** Who applies a catalogue and why; `subject` is what it was read from. */
export interface ApplyNote extends Omit<EntryNote, 'base'>, Pick<SaveOptions, 'onKept'> {
  readonly subject: string;
}

/** Most sentences that the audit log has about one application. */
const MOST_SENTENCES = 100;

/**
 * Brings the catalogue to what a checked file says, in one transaction; what the file does not name stays.
 *
 * @returns one sentence per change
 * @throws OperationError `Admin.CatalogueReadOnly`, and those of the kinds
 */
export async function applyCatalogue(
  system: CatalogueSystem,
  catalogue: unknown,
  { author, comment, subject, onKept }: ApplyNote,
): Promise<readonly string[]> {
  const { changes } = await changeCatalogue(system, async (host) => {
    const changes = await applyAll(system, catalogue, { ...host, onKept });
    if (changes.length > 0) {
      const after = { changes: changes.slice(0, MOST_SENTENCES), count: changes.length };
      const { login, source } = author;
      const entry = { author: login, action: 'catalogue applied', subject, comment, after, source };
      await recordChange(host.database, entry);
    }
    return { changes, isChanged: changes.length > 0 };
  });
  return changes;
}

/** Lists what applying a catalogue would change: applies it in a transaction and rolls back. */
export function compareCatalogue(system: CatalogueSystem, catalogue: unknown): Promise<readonly string[]> {
  return rolledBack(system.database, async (transaction) =>
    applyAll(system, catalogue, await lockedHost(system, transaction)),
  );
}

interface Turn extends CatalogueTransaction, Pick<SaveOptions, 'onKept'> {}

async function applyAll({ kinds }: CatalogueSystem, catalogue: unknown, turn: Turn): Promise<readonly string[]> {
  const sections = isData(catalogue) ? catalogue : {};
  const changes: string[] = [];
  for (const kind of kinds) {
    const section = sections[kind.key];
    const entries: readonly unknown[] = Array.isArray(section) ? section : [];
    for (const entry of entries.filter(isData)) changes.push(...(await applyEntry(kind, entry, turn)));
  }
  return changes;
}

async function applyEntry(
  kind: CatalogueKind,
  { [VALID_MEMBER]: isValid, ...values }: Data,
  turn: Turn,
): Promise<readonly string[]> {
  const name = String(values[kind.nameKey]);
  const { change, isToggled } = await emitChange({ kind, name }, turn, async () => ({
    change: await kind.save(values, turn, { isExact: false, onKept: turn.onKept }),
    isToggled: typeof isValid === 'boolean' && (await kind.setValidity(name, isValid, turn)),
  }));
  const changes = [...(change === undefined ? [] : [change]), ...(isToggled ? [isValid ? 'enabled' : 'disabled'] : [])];
  return changes.map((each) => `${kind.label} "${name}" ${each}`);
}
