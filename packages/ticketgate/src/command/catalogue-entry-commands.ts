import { isData, type CatalogueKind, type CatalogueSearch, type Data } from '@ticketgate/sdk';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { parse } from 'yaml';
import {
  addEntry,
  type CatalogueSystem,
  catalogueSystemOf,
  changeEntry,
  disableEntry,
  type EntryNote,
  entrySchemaOf,
  getKind,
  listCatalogue,
  type SavedEntry,
} from '@ticketgate/admin';
import { ConfigurationError } from '@ticketgate/runtime';

import { addCommentOption, readAuditNote } from './audited.js';
import { withSystem } from './command-context.js';
import { formatOption, readCount } from './program-options.js';
import { printNextPage, printProgress, printResult, renderList, printLine, validity } from './terminal.js';

/** Commands for single entries, generated from the kinds that packages and plugins declare. */
export function addCatalogueEntryCommands(catalogue: Command): void {
  addListCommand(catalogue);
  addSaveCommand(catalogue, {
    verb: 'add',
    description: 'add an entry',
    done: 'added',
    save: (system, { kind, name, members }, note) => addEntry(system, { kind, name, members }, note),
  });
  addSaveCommand(catalogue, {
    verb: 'set',
    description: 'change members of an entry; the others stay as they are, and so does Valid',
    done: 'changed',
    save: (system, { kind, name, members }, note) => changeEntry(system, { kind, name, members }, note),
  });
  addSaveCommand(catalogue, {
    verb: 'disable',
    description: 'keep an entry, and no longer offer it; "set … Valid=true" offers it again',
    done: 'disabled',
    save: (system, { kind, name }, note) => disableEntry(system, { kind, name }, note),
  });
}

function addListCommand(catalogue: Command): void {
  catalogue
    .command('list')
    .description('list the entries of a kind, or the kinds there are')
    .argument('[kind]', 'as "catalogue list" shows it')
    .option('--limit <count>', 'most entries to list', readCount, 1000)
    .option('--after <name>', 'only entries after this one')
    .addOption(formatOption())
    .action(async (kind, options, command) => {
      await withSystem(command, async (system) => {
        const source = catalogueSystemOf(system);
        if (kind === undefined) listKinds(source, options.format);
        else await listEntries(source, getKind(source, kind), options);
      });
    });
}

function listKinds({ kinds }: CatalogueSystem, format: string): void {
  const schemas = kinds.map((kind) => ({ key: kind.key, schema: entrySchemaOf(kind) }));
  printResult(format, schemas, () =>
    renderList(kinds, 'KIND ENTRY MEMBERS', (kind) => [kind.key, kind.label, Object.keys(membersOf(kind)).join(' ')]),
  );
}

interface ListOptions extends CatalogueSearch {
  readonly format: string;
}

async function listEntries(source: CatalogueSystem, kind: CatalogueKind, options: ListOptions): Promise<void> {
  const { format, ...search } = options;
  const entries = await listCatalogue(kind, search, source);
  printResult(format, entries, () =>
    renderList(entries, 'NAME VALIDITY MEMBERS', (entry) => {
      const members = Object.entries(entry.values).filter(([member]) => member !== kind.nameKey);
      const texts = members.map(([member, value]) => `${member}=${isPlain(value) ? value : JSON.stringify(value)}`);
      return [entry.name, validity(entry), texts.join(' ')];
    }),
  );
  printNextPage(entries, search.limit, ({ name }) => name);
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s"'[{]+$/.test(value);
}

interface EntryWords {
  readonly kind: CatalogueKind;
  readonly name: string;
  readonly members: Data;
}

interface SaveCommand {
  readonly verb: string;
  readonly description: string;
  readonly done: string;
  readonly save: (system: CatalogueSystem, words: EntryWords, note: EntryNote) => Promise<SavedEntry>;
}

function addSaveCommand(catalogue: Command, { verb, description, done, save }: SaveCommand): void {
  const command = catalogue
    .command(verb)
    .description(description)
    .argument('<kind>', 'as "catalogue list" shows it')
    .argument('<name>');
  if (verb !== 'disable') command.argument('[members...]', 'Key=Value; lists and the like as YAML: Key=[a, b]');
  addCommentOption(command).action(async () => {
    const [kindName = '', name = '', ...words] = command.args;
    await withSystem(command, async (system) => {
      const target = catalogueSystemOf(system);
      const kind = getKind(target, kindName);
      const members = readMembers(kind, words);
      const saved = await save(target, { kind, name, members }, await readAuditNote(command, system));
      for (const warning of saved.warnings) printProgress(warning);
      printLine(`${kind.label} "${name}" ${saved.isChanged ? done : 'has these values already'}`);
    });
  });
}

function readMembers(kind: CatalogueKind, words: readonly string[]): Data {
  return Object.fromEntries(words.map((word) => readMember(kind, word)));
}

/** @throws ConfigurationError */
function readMember(kind: CatalogueKind, word: string): readonly [string, unknown] {
  const [, key, text = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (key === undefined) throw new ConfigurationError(`"${word}" is not a member. Write Key=Value.`);
  const member = membersOf(kind)[key];
  if (isData(member) && member.type === 'string') return [key, text];
  try {
    return [key, parse(text)];
  } catch (cause) {
    throw new ConfigurationError(`The value of ${key} is not YAML. Write for example ${key}=[a, b].`, { cause });
  }
}

function membersOf(kind: CatalogueKind): Data {
  const { properties } = entrySchemaOf(kind);
  return isData(properties) ? properties : {};
}
