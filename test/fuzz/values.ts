import type { Random } from './random.js';

/** Texts that have broken programs. */
const TEXTS = [
  '',
  ' ',
  '0',
  '00',
  '-1',
  '1',
  '2',
  '1.5',
  '1e999',
  '99999999999999999999',
  '2147483648',
  'NaN',
  'null',
  'true',
  '\0',
  'a\0b',
  '%',
  '%00',
  '%%%',
  '%zz',
  '*',
  '**',
  '\\',
  "'",
  "'; drop table ticket; --",
  '"',
  '<b>',
  '&',
  '{}',
  '[]',
  '\ud800',
  '\u2028',
  '\u202e',
  'é€😀',
  '__proto__',
  'constructor',
  'toString',
  '2026-01-01',
  '2026-02-31 25:61:61',
  '9999-12-31 23:59:59',
  '0000-00-00 00:00:00',
  'a@b.c',
  '"a" <a@b.c>, b@c.d',
  'a:;',
  '(((',
  'text/plain; charset=utf-8',
  'text/html; charset=nothing',
  'QUJD',
  '====',
  '../../etc/passwd',
  'root@localhost',
  'Raw',
  'Misc',
  'new',
  'open',
  '3 normal',
  'closed successful',
  'note-internal',
  '(a&&b)||!c',
  '((((((((((a',
];

const LONG_UNITS = [
  'x',
  'a:',
  '<div>',
  '<',
  '(',
  'a&&',
  '%',
  ' ',
  '\n',
  'é',
  '😀',
  'a@b.c,',
  '"',
  '\\',
  '&amp;',
  '=',
  '0',
];
const LENGTHS = [50, 201, 256, 1000, 5000, 20_000];

export function anyText(random: Random): string {
  if (random.chance(0.85)) return random.pick(TEXTS);
  return random.pick(LONG_UNITS).repeat(random.pick(LENGTHS));
}

/** Any JSON, mostly small. */
export function anyValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 10);
  if (kind < 3) return anyText(random);
  if (kind === 3) return random.pick([0, -1, 1, 1.5, 1e308, -0, 2 ** 53, 2 ** 31, 4_294_967_296]);
  if (kind === 4) return random.pick([true, false, null]);
  if (kind === 5) return random.below(50);
  const length = random.chance(0.02) ? 400 : random.below(4);
  const inner = Array.from({ length }, () => anyValue(random, depth + 1));
  if (kind < 8) return inner;
  return Object.fromEntries(inner.map((value) => [anyName(random), value]));
}

const NAMES = [
  'TicketID',
  'Title',
  'Queue',
  'QueueID',
  'State',
  'StateID',
  'Priority',
  'Owner',
  'OwnerID',
  'CustomerUser',
  'CustomerID',
  'Lock',
  'Type',
  'Limit',
  'SortBy',
  'OrderBy',
  'Name',
  'Value',
  'Equals',
  'Like',
  'GreaterThan',
  'Subject',
  'Body',
  'ContentType',
  'Content',
  'Filename',
  'From',
  'To',
  'Ticket',
  'Article',
  'Attachment',
  'DynamicField',
  'Data',
  'PendingTime',
  'Diff',
  'Year',
  'Month',
  'SessionID',
  'UserLogin',
  'AllArticles',
  'Attachments',
  'Extended',
  'HistoryComment',
  'HistoryType',
  'TimeUnit',
  'SenderType',
  'CommunicationChannel',
  'IsVisibleForCustomer',
  'What',
  'Fields',
  'Cursor',
  'FullTextIndex',
  'Fulltext',
  'Archived',
];

export function anyName(random: Random): string {
  if (random.chance(0.75)) return random.pick(NAMES);
  if (random.chance(0.5)) return `DynamicField_${random.pick(['X', 'Reference', ...NAMES])}`;
  return random.chance(0.5) ? `${random.pick(NAMES)}.${random.pick(NAMES)}` : anyText(random);
}
