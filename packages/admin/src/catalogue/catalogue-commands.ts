import { ConfigurationError } from '@ticketgate/runtime';
import { isData, type Data } from '@ticketgate/sdk';
import { inputObject, optionalMembers, listOf, toMembers, text } from '@ticketgate/sdk/schema';
import { parse } from 'yaml';

import { limitSchema } from '../tasks/pages.js';
import { commentSchema } from '../tasks/schemas.js';
import { command, type CommandContext } from '../tasks/task.js';
import { readAndChange } from '../tasks/task-errors.js';
import { validity } from '../tasks/words.js';
import {
  addCatalogueEntry,
  changeCatalogueEntry,
  getCatalogueEntry,
  listEntries,
  listKinds,
} from './catalogue-tasks.js';

/** A kind of entries as a command needs it. */
interface Kind {
  readonly key: string;
  readonly label: string;
  readonly nameKey: string;
  readonly schema: Data;
}

interface ListedEntry {
  readonly name: string;
  readonly isValid: boolean;
  readonly values: Data;
}

/** The entries of a kind, or the kinds. */
interface Listed {
  readonly items: readonly (Kind | ListedEntry)[];
  readonly next: string | null;
  readonly kind?: Kind;
}

export const catalogueList = command({
  usage: 'catalogue list [kind]',
  about: 'list the entries of a kind, or the kinds there are',
  input: optionalMembers({ kind: text(), limit: { ...limitSchema, default: 1000 }, after: text() }),
  words: {
    kind: ['[kind]', 'as "catalogue list" shows it'],
    limit: ['--limit <count>', 'most entries to list'],
    after: ['--after <name>', 'only entries after this one'],
  },
  async run({ kind: name, ...page }, context): Promise<Listed> {
    if (name === undefined) return { items: await getKinds(context), next: null };
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

async function getKinds({ call }: CommandContext): Promise<readonly Kind[]> {
  const { items } = await call(listKinds, {});
  return items.map(({ key, label, nameKey, schema }) => ({
    key,
    label,
    nameKey,
    schema: isData(schema) ? schema : {},
  }));
}

/** Undefined for a kind that the tasks then refuse. */
async function findKind(name: string, context: CommandContext): Promise<Kind | undefined> {
  return (await getKinds(context)).find(({ key }) => key.toLowerCase() === name.toLowerCase());
}

const input = inputObject({ kind: text(), name: text() }, { members: listOf(text()), comment: commentSchema });
const kindWord = ['<kind>', 'as "catalogue list" shows it'] as const;
const words = {
  kind: kindWord,
  members: ['[members...]', 'Key=Value; lists and the like as YAML: Key=[a, b]'],
} as const;

export const catalogueAdd = command({
  usage: 'catalogue add <kind> <name> [members...]',
  about: 'add an entry',
  input,
  words,
  async run({ kind: key, name, members = [], comment }, context) {
    const kind = await findKind(key, context);
    const added = { kind: key, name, members: readMembers(kind, members), comment };
    return sayDone({ kind, name, done: 'added' }, await context.call(addCatalogueEntry, added), context);
  },
  print: (sentence) => sentence,
});

export const catalogueSet = command({
  usage: 'catalogue set <kind> <name> [members...]',
  about: 'change members of an entry; the others stay as they are, and so does Valid',
  input,
  words,
  async run({ kind: key, name, members = [], comment }, context) {
    const kind = await findKind(key, context);
    return alter({ kind, key, name, done: 'changed', members: readMembers(kind, members), comment }, context);
  },
  print: (sentence) => sentence,
});

export const catalogueDisable = command({
  usage: 'catalogue disable <kind> <name>',
  about: 'keep an entry, and no longer offer it; "set … Valid=true" offers it again',
  input: inputObject({ kind: text(), name: text() }, { comment: commentSchema }),
  words: { kind: kindWord },
  async run({ kind: key, name, comment }, context) {
    const kind = await findKind(key, context);
    return alter({ kind, key, name, done: 'disabled', members: { Valid: false }, comment }, context);
  },
  print: (sentence) => sentence,
});

interface Described {
  readonly kind: Kind | undefined;
  readonly name: string;
  /** What was done, for the output. */
  readonly done: string;
}

interface Change extends Described {
  readonly key: string;
  readonly members: Data;
  readonly comment: string;
}

async function alter({ key: kind, members, comment, ...described }: Change, context: CommandContext): Promise<string> {
  const { name } = described;
  return sayDone(described, await changeMembers({ kind, name, comment }, context, () => members), context);
}

/** Changes members of an entry as it is now. */
export function changeMembers(
  { kind, name, comment }: { readonly kind: string; readonly name: string; readonly comment: string },
  { call }: CommandContext,
  membersFor: (values: Data) => Data,
) {
  return readAndChange(async () => {
    const { values, state: base } = await call(getCatalogueEntry, { kind, name });
    return call(changeCatalogueEntry, { kind, name, base, members: membersFor(values), comment });
  });
}

interface Saved {
  readonly isChanged: boolean;
  readonly warnings: readonly string[];
}

function sayDone({ kind, name, done }: Described, { isChanged, warnings }: Saved, { note }: CommandContext): string {
  for (const warning of warnings) note(warning);
  return `${kind?.label ?? 'entry'} "${name}" ${isChanged ? done : 'has these values already'}`;
}

function readMembers(kind: Kind | undefined, members: readonly string[]): Data {
  return Object.fromEntries(members.map((word) => readMember(kind, word)));
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
