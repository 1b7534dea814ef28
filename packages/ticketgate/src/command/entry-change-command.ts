import { updateEntry, catalogueSystemOf } from '@ticketgate/admin';
import { isData, type CatalogueKind, type Data } from '@ticketgate/sdk';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { addCommentOption, readAuditNote } from './audited.js';
import { withSystem } from './command-context.js';
import { printLine } from './terminal.js';

/** A command that changes one thing of an entry of the catalogue, such as a permission of a role. */
export interface EntryChangeCommand {
  readonly name: string;
  readonly description: string;
  /** The arguments after the name of the entry. */
  readonly words?: readonly (readonly [name: string, description: string, byDefault?: string])[];
  /** The members to change, with their new values. */
  readonly members: (values: Data, words: readonly string[]) => Data;
  /** The last line of the output. */
  readonly done: (name: string, words: readonly string[], isChanged: boolean) => string;
}

/** @param argument how the usage names the entry */
export function addEntryChangeCommand(
  parent: Command,
  { kind, argument }: { readonly kind: CatalogueKind; readonly argument: string },
  change: EntryChangeCommand,
): void {
  const command = parent.command(change.name).description(change.description).argument(argument);
  for (const [word, about, byDefault] of change.words ?? []) command.argument(word, about, byDefault);
  addCommentOption(command).action(async () => {
    // Also those that have a default.
    const [name = '', ...words] = command.processedArgs.map(String);
    await withSystem(command, async (system) => {
      const adjust = (values: Data) => change.members(values, words);
      const note = await readAuditNote(command, system);
      const { isChanged } = await updateEntry(catalogueSystemOf(system), { kind, name, adjust }, note);
      printLine(change.done(name, words, isChanged));
    });
  });
}

/** The words that name a permission. */
export const PERMISSION_WORDS = [
  ['<group>', 'its name'],
  ['[permission]', 'ro, move_into, create, note, owner, priority or rw', 'rw'],
] as const;

/** The permissions of an entry, with others in one group. */
export function permissionsWith(
  { Permissions }: Data,
  group: string,
  change: (held: readonly string[]) => readonly string[],
): Data {
  const all = isData(Permissions) ? Permissions : {};
  return { Permissions: { ...all, [group]: change(textsOf(all[group])) } };
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function withText(texts: readonly string[], text: string): readonly string[] {
  return [...new Set([...texts, text])];
}

export function withoutText(texts: readonly string[], text: string): readonly string[] {
  return texts.filter((each) => each !== text);
}
