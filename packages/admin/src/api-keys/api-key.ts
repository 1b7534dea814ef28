import type { ApiKeyInfo } from '@ticketgate/accounts';
import type { JsonSchema } from '@ticketgate/sdk';
import { listOf, named, text, textOrNull } from '@ticketgate/sdk/schema';

import { moment, momentIn, momentOrNull, parseMoment, word, DAY } from '../tasks/schemas.js';
import type { Answer } from '../tasks/task.js';
import { UnfitWord } from '../tasks/words.js';

/** An empty list would be a key that opens nothing. */
const names = { type: 'array', minItems: 1, maxItems: 200, items: word() } as const;

/** What a key may be bound to, each as a list of names. */
function defineBounds<const Schema extends JsonSchema>(schema: Schema, ending: string) {
  const bound = (meaning: string) => ({ ...schema, description: `${meaning}${ending}` });
  return {
    services: bound('Web services that the key opens'),
    operations: bound('Types of operations that the key may call'),
    addresses: bound('Addresses and networks that the key may be used from'),
  };
}

/** What can be set of a new key. */
export const newSettings = { ...defineBounds(names, '. Default: all.'), expiresAt: momentIn() };

/** What can be set of a key later; null takes a bound or the end away. */
export const changedSettings = {
  ...defineBounds({ ...names, type: ['array', 'null'] }, '; null for all.'),
  expiresAt: { ...momentIn(), type: ['string', 'null'] },
} as const;

export function pickOwn<Values extends object>(values: Values): Pick<Values, keyof Values & keyof typeof newSettings> {
  // The others are left out.
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in newSettings)) as never;
}

export const apiKey = named('ApiKey', {
  name: text('Name of the key.'),
  login: text('Login of the agent that it acts for.'),
  scope: textOrNull('`admin` for keys of the administration; null for all others.'),
  ...defineBounds({ ...listOf(text()), type: ['array', 'null'] }, '; null for all.'),
  createdAt: moment('When it was made.'),
  createdBy: textOrNull('Login of its author; null where that is not known.'),
  expiresAt: momentOrNull('When it ends; null for never.'),
  revokedAt: momentOrNull('When it was ended; null for keys that work.'),
  lastUsedAt: momentOrNull('When it was used last; null for never.'),
});

export const settingWords = {
  services: ['--service <name>', 'web service it may call; may be given several times'],
  operations: {
    flags: '--operation <type>',
    about: 'for example Ticket::TicketGet; may be given several times',
    read: readType,
  },
  addresses: ['--address <address>', 'address or network it may be used from; may be given several times'],
  expiresAt: {
    flags: '--expires <time>',
    about: 'when it expires: 2027-01-31, or 90d for days from now',
    read: readExpiry,
  },
} as const;

/** A secret is alone on standard output, so that a script can keep it. */
export const shown = {
  notes: () => ['The key is shown only now; send it as X-API-Key:'],
  print: ({ key }: { readonly key: string }) => key,
} as const;

type ListedKey = Answer<ApiKeyInfo>;

export const keyTable = {
  headings: 'NAME AGENT STATE BOUNDS USED',
  cells: (key: ListedKey) => [
    ...[key.name, key.login, describeState(key), describeBounds(key)],
    key.lastUsedAt ?? 'never',
  ],
};

type Ends = Readonly<Record<'revokedAt' | 'expiresAt', Date | string | null>>;

/** Whether a key is neither revoked nor expired. */
export function works({ revokedAt, expiresAt }: Ends, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > now);
}

function describeState({ revokedAt, expiresAt }: ListedKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'valid';
  return `${works({ revokedAt, expiresAt }, new Date()) ? 'until' : 'expired'} ${expiresAt}`;
}

function describeBounds({ scope, services, operations, addresses }: ListedKey): string {
  const bounds = [services, operations, addresses].flatMap((each) => each ?? []);
  if (scope !== null) return ['administration', ...bounds].join(' ');
  return bounds.length === 0 ? 'everything' : `only ${bounds.join(' ')}`;
}

function readType(text: string): string {
  if (/^\w+::\w+$/.test(text)) return text;
  throw new UnfitWord('Write the type of an operation, for example Ticket::TicketGet.');
}

function readExpiry(text: string): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const time = days === undefined ? parseMoment(text) : new Date(Date.now() + Number(days) * DAY);
  if (time !== undefined) return time.toISOString();
  throw new UnfitWord('Write a date, for example 2027-01-31, or days from now, for example 90d.');
}

/** What a search looks through, in lower case. */
export function toWords({ name, login, services, operations, addresses }: ApiKeyInfo): string {
  return [name, login, services, operations, addresses].flat().join('\n').toLowerCase();
}
