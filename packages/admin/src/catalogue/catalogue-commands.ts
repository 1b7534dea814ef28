import { ConfigurationError } from '@ticketgate/runtime';
import { isData, type Data } from '@ticketgate/sdk';
import { inputObject, optionalMembers, listOf, toMembers, text } from '@ticketgate/sdk/schema';
import { parse } from 'yaml';

import { limitSchema } from '../tasks/pages.js';
import { commentSchema } from '../tasks/schemas.js';
import { command, type AnswerOf, type AnyCommand, type CommandContext } from '../tasks/task.js';
import { readAndChange } from '../tasks/task-errors.js';
import { validity } from '../tasks/words.js';
import {
  addCatalogueEntry,
  changeCatalogueEntry,
  getCatalogueEntry,
  listEntries,
  listKinds,
} from './catalogue-tasks.js';

type Kind = AnswerOf<typeof listKinds>['items'][number];

/** The entries of a kind, or the kinds. */
interface Listed {
  readonly items: readonly (Kind | AnswerOf<typeof getCatalogueEntry>)[];
  readonly next: string | null;
  readonly kind?: Kind;
}

const MOST = 1000;

export const catalogueList = command({
  usage: 'catalogue list [kind]',
  group: 'manage agents, customer users, roles, groups, queues and other entries',
  about: 'list the entries of a kind, or the kinds there are',
  input: optionalMembers({ kind: text(), limit: { ...limitSchema, default: MOST }, after: text() }),
  words: {
    kind: ['[kind]', 'as "catalogue list" shows it'],
    limit: ['--limit <count>', 'most entries to list'],
    after: ['--after <name>', 'only entries after this one'],
  },
  check({ kind, limit, after }) {
    if (kind === undefined && (limit !== MOST || after !== undefined))
      throw new ConfigurationError('The list of kinds is always whole. Name a kind, or leave out --limit and --after.');
  },
  async run({ kind: name, ...page }, context): Promise<Listed> {
    if (name === undefined) return { ...(await context.call(listKinds, {})), next: null };
    const kind = await findKind(name, context);
    return { ...(await context.call(listEntries, { kind: name, ...page })), ...(kind && { kind }) };
  },
  table: {
    headings: ({ kind }) => (kind === undefined ? 'KIND ENTRY MEMBERS' : 'NAME VALIDITY MEMBERS'),
    cells(item, { kind }) {
      if ('key' in item) return [item.key, item.label, Object.keys(toMembers(item.schema)).join(' ')];
      const members = Object.entries(item.values).filter(([member]) => member !== kind?.nameKey);
      const texts = members.map(([member, value]) => `${member}=${isWord(value) ? value : JSON.stringify(value)}`);
      return [item.name, validity(item.isValid), texts.join(' ')];
    },
  },
  json: ({ items }) => items.map((item) => ('key' in item ? { key: item.key, schema: item.schema } : item)),
});

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s"'[{]+$/.test(value);
}

/** Undefined for a kind that the tasks then refuse. */
async function findKind(name: string, { call }: CommandContext): Promise<Kind | undefined> {
  return (await call(listKinds, {})).items.find(({ key }) => key.toLowerCase() === name.toLowerCase());
}

interface EntryCommand extends Pick<AnyCommand, 'usage' | 'about' | 'words'> {
  /** What was done, for the output. */
  readonly done: string;
  readonly save: (entry: ChangedEntry, context: CommandContext) => Promise<AnswerOf<typeof changeCatalogueEntry>>;
}

interface ChangedEntry extends NamedEntry {
  readonly members: Data;
}

interface NamedEntry {
  readonly kind: string;
  readonly name: string;
  readonly comment: string;
}

const kindWord = ['<kind>', 'as "catalogue list" shows it'] as const;

function entryCommand({ done, save, ...parts }: EntryCommand): AnyCommand {
  return command({
    input: inputObject({ kind: text(), name: text() }, { members: listOf(text()), comment: commentSchema }),
    words: { kind: kindWord, members: ['[members...]', 'Key=Value; lists and the like as YAML: Key=[a, b]'] },
    ...parts,
    async run({ kind: key, name, members = [], comment }, context) {
      const kind = await findKind(key, context);
      const entry = { kind: key, name, members: readMembers(kind, members), comment };
      const { isChanged, warnings } = await save(entry, context);
      for (const warning of warnings) context.note(warning);
      return `${kind?.label ?? 'entry'} "${name}" ${isChanged ? done : 'has these values already'}`;
    },
    print: (sentence) => sentence,
  });
}

export const catalogueAdd = entryCommand({
  usage: 'catalogue add <kind> <name> [members...]',
  about: 'add an entry',
  done: 'added',
  save: (entry, { call }) => call(addCatalogueEntry, entry),
});

export const catalogueSet = entryCommand({
  usage: 'catalogue set <kind> <name> <members...>',
  about: 'change members of an entry; the others stay as they are, and so does Valid',
  done: 'changed',
  save: (entry, context) => changeMembers(entry, context, () => entry.members),
});

export const catalogueDisable = entryCommand({
  usage: 'catalogue disable <kind> <name>',
  about: 'keep an entry, and no longer offer it; "set … Valid=true" offers it again',
  words: { kind: kindWord },
  done: 'disabled',
  save: (entry, context) => changeMembers(entry, context, () => ({ Valid: false })),
});

/** Changes members of an entry as it is now. */
export function changeMembers(
  { kind, name, comment }: NamedEntry,
  { call }: CommandContext,
  membersFor: (values: Data) => Data,
) {
  return readAndChange(async () => {
    const { values, state: base } = await call(getCatalogueEntry, { kind, name });
    return call(changeCatalogueEntry, { kind, name, base, members: membersFor(values), comment });
  });
}

/** @throws ConfigurationError */
function readMembers(kind: Kind | undefined, members: readonly string[]): Data {
  const read = members.map((word) => readMember(kind, word));
  const keys = read.map(([key]) => key);
  const twice = keys.find((key, place) => keys.indexOf(key) !== place);
  if (twice !== undefined) throw new ConfigurationError(`${twice} is there twice. Write each member once.`);
  return Object.fromEntries(read);
}

/** @throws ConfigurationError */
function readMember(kind: Kind | undefined, word: string): readonly [string, unknown] {
  const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (key === undefined) throw new ConfigurationError(`"${word}" is not a member. Write Key=Value.`);
  const member = toMembers(kind?.schema ?? {})[key];
  if (isData(member) && member.type === 'string') return [key, value];
  try {
    return [key, parse(value)];
  } catch (cause) {
    throw new ConfigurationError(`The value of ${key} is not YAML. Write for example ${key}=[a, b].`, { cause });
  }
}
