import type { ApiKeyInfo } from '@ticketgate/accounts';

import type { Answer } from '../tasks/task.js';
import { once, UnfitWord } from '../tasks/words.js';

/** What a key is bound to, as options have it. */
export const boundWords = {
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

/** The key alone is on standard output, so that a script can keep it. */
export const shown = once<{ readonly key: string }>(
  'The key is shown only now; send it as X-API-Key:',
  ({ key }) => key,
);

type ListedKey = Answer<ApiKeyInfo>;

export function describeState({ revokedAt, expiresAt }: ListedKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  return expiresAt === null ? 'valid' : `until ${expiresAt}`;
}

export function describeBounds({ scope, services, operations, addresses }: ListedKey): string {
  const bounds = [services, operations, addresses].flatMap((each) => each ?? []);
  if (scope !== null) return ['administration', ...bounds].join(' ');
  return bounds.length === 0 ? 'everything' : `only ${bounds.join(' ')}`;
}

function readType(text: string): string {
  if (/^\w+::\w+$/.test(text)) return text;
  throw new UnfitWord('Write the type of an operation, for example Ticket::TicketGet.');
}

const DAY_MILLISECONDS = 86_400_000;

function readExpiry(text: string): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const time = days === undefined ? new Date(text) : new Date(Date.now() + Number(days) * DAY_MILLISECONDS);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new UnfitWord('Write a date, for example 2027-01-31, or days from now, for example 90d.');
}
