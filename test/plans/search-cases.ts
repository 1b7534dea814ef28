import type { PlannedSearches } from './planned-searches.js';

/** Tickets that are there when PostgreSQL reads its statistics, where these are to be old. */
const FEW = 60;
/** The ticket whose values no other one has. */
const OWN = 50;
/** Hits of a search that sets no limit. */
const MOST = 500;

type Criteria = Readonly<Record<string, unknown>>;

/** An agent who may read some queues, and the one who may read everything: its look-ups have nothing else to check. */
const CALLERS: readonly Criteria[] = [{ UserLogin: 'api_agent' }, { UserLogin: 'root@localhost' }];

const RARE: readonly Criteria[] = [
  { Title: `ticket ${OWN}` },
  { TicketNumber: String(20_260_000_000 + OWN) },
  { CustomerUserLogin: `USER${OWN}` },
  { CustomerID: `c${OWN}` },
  { DynamicField_Host: { Equals: `host-${OWN}` } },
  { DynamicField_Site: { Equals: `Site-${OWN}` } },
];
const ABSENT: readonly Criteria[] = [
  { Title: 'no such ticket' },
  { TicketNumber: '4711' },
  { CustomerUserLogin: 'nobody' },
  { CustomerUserLogin: '4711' },
  { CustomerID: 'nowhere' },
  { DynamicField_Host: { Equals: 'none' } },
  { DynamicField_Site: { Equals: 'none' } },
];
const COMMON: readonly Criteria[] = [
  { Title: 'disk full' },
  { CustomerUserLogin: 'monitor' },
  { CustomerID: 'ACME' },
  { DynamicField_Host: { Equals: 'host-0' } },
  { DynamicField_Site: { Equals: 'Site-0' } },
];

/** Patterns, for which there is an index of trigrams. */
const RARE_PATTERN = { Title: `*icket ${OWN}` };
const ABSENT_PATTERN = { Title: '*no such*' };
const COMMON_PATTERN = { Title: '*sk fu*' };

/** What tells how common a pattern is, and all tickets where these are few. */
const FOR_PATTERN = { rows: MOST + 1_010, buffers: 2_000 };

/** Of a value that few or no tickets have: the way down an index, and a row or two. */
const FOR_FEW = { rows: 8, buffers: 60 };
/** Of a value that nearly all have: what a look-up reads before it gives up, and what lies at the top of the answer. */
const FOR_MANY = { rows: 4_000, buffers: 12_000 };

/** How tickets lie in the database. */
export interface Lie {
  readonly data: string;
  /** Nearly all have the same values. */
  readonly isSkewed: boolean;
  /** PostgreSQL read its statistics when there were a few. */
  readonly isStale: boolean;
}

export const LIES: readonly Lie[] = [
  { data: 'nearly all have the same values and were just created', isSkewed: true, isStale: true },
  { data: 'nearly all have the same values', isSkewed: true, isStale: false },
  { data: 'all have values of their own and were just created', isSkewed: false, isStale: true },
  { data: 'all have values of their own', isSkewed: false, isStale: false },
];

/** The searches for whole values that answer something else, or read more than they need, among so many tickets. */
export async function findBadSearches(
  searches: PlannedSearches,
  count: number,
  { isSkewed, isStale }: Lie,
): Promise<readonly string[]> {
  await searches.clear();
  await searches.add(1, FEW, isSkewed);
  if (isStale) await searches.analyze();
  await searches.add(FEW + 1, count, isSkewed);
  if (!isStale) await searches.analyze();
  const newest = Array.from({ length: MOST }, (_, index) => count - index).filter((id) => id % 100 !== OWN);
  const bad: string[] = [];
  for (const criteria of byEach(RARE)) bad.push(...(await judge(searches, { criteria, found: [OWN], ...FOR_FEW })));
  for (const criteria of byEach(ABSENT)) bad.push(...(await judge(searches, { criteria, found: [], ...FOR_FEW })));
  const rarePattern = byEach([RARE_PATTERN]);
  for (const criteria of rarePattern) bad.push(...(await judge(searches, { criteria, found: [OWN], ...FOR_PATTERN })));
  const absentPattern = byEach([ABSENT_PATTERN]);
  for (const criteria of absentPattern) bad.push(...(await judge(searches, { criteria, found: [], ...FOR_PATTERN })));
  if (!isSkewed) return bad;
  const commonPattern = byEach([COMMON_PATTERN]);
  for (const criteria of commonPattern) bad.push(...(await judge(searches, { criteria, found: newest, ...FOR_MANY })));
  for (const criteria of byEach(COMMON)) bad.push(...(await judge(searches, { criteria, found: newest, ...FOR_MANY })));
  return bad;
}

function byEach(searches: readonly Criteria[]): readonly Criteria[] {
  return CALLERS.flatMap((caller) => searches.map((criteria) => ({ ...caller, ...criteria })));
}

interface Wanted {
  readonly criteria: Criteria;
  /** The first tickets of the answer; there are no others when they are few. */
  readonly found: readonly number[];
  readonly rows: number;
  readonly buffers: number;
}

async function judge(
  searches: PlannedSearches,
  { criteria, found, rows, buffers }: Wanted,
): Promise<readonly string[]> {
  const did = await searches.search(criteria);
  const name = JSON.stringify(criteria);
  const isRight = found.join() === did.ticketIDs.slice(0, Math.max(1, found.length)).join();
  const isWhole = did.ticketIDs.length === (found.length > 1 ? MOST : found.length);
  return [
    ...(isRight && isWhole
      ? []
      : [`${name} found ${did.ticketIDs.length} tickets: ${did.ticketIDs.slice(0, 9).join()}`]),
    ...(did.rows > rows || did.buffers > buffers
      ? [`${name} read ${did.rows} rows and ${did.buffers} pages:\n${did.plans.join('\n\n')}`]
      : []),
  ];
}
