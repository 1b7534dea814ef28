import type { Database } from '@ticketgate/sdk';

import { type Bind, type HasIndex, splitParts, type Condition, MOST_FOUND, type IndexLookUp } from './condition.js';
import type { SearchCache } from './search-cache.js';

/** Runs the steps of a search until one has an answer. */
export async function runSearch<Row extends object>(
  database: Database,
  steps: Iterable<SearchStep>,
): Promise<readonly Row[]> {
  for (const { text, values, isPlannedByValues, toAnswer } of steps) {
    const options = { isPlannedByValues, isSearch: true, isQuick: !isPlannedByValues };
    const answer = toAnswer(await database.query<Row & { isMore?: boolean }>(text, values, options));
    if (answer !== undefined) return answer;
  }
  return [];
}

/** A key to sort by. */
export interface SortKey {
  readonly expression: (bind: Bind) => string;
  /** The column of `t` that the expression reads. */
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  /** Tickets may be without it. */
  readonly canBeNull: boolean;
}

/** A statement that may answer a search. */
export interface SearchStep {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether a good plan depends on the values: how many tickets a pattern or a state finds is not known without them. */
  readonly isPlannedByValues: boolean;
  /** The answer that its rows give. Without one, the next step is to be tried. */
  readonly toAnswer: <Row extends CountedRow>(rows: readonly Row[]) => readonly Row[] | undefined;
}

interface CountedRow {
  /** Whether there are more tickets than were looked at. */
  readonly isMore?: boolean;
  /** See {@link composeBound}. */
  readonly bound?: string;
}

export interface SearchShape {
  readonly sort: readonly SortKey[];
  readonly limit: number;
  /** The members answered of each ticket; by default its id. */
  readonly columns?: (bind: Bind) => string;
  /** Tickets from the top of the order on; by default they are. */
  readonly isFirstPage?: boolean;
  readonly hasIndex: HasIndex;
  readonly memory: SearchCache;
}

const selectID = () => 't.id';

/** Look-ups that are tried: one more costs a millisecond or two when it finds too many. */
const MOST_LOOK_UPS = 3;
/** Tickets that are read in the order of the answer when no look-up finds few. */
const MOST_WALKED = 5 * MOST_FOUND;
/** Tickets that tell how common a pattern is. */
const PROBED = MOST_FOUND / 10;
/** Sort keys with an index. */
const WALKED: Readonly<Record<string, { readonly index: string; readonly type: 'timestamp' | 'text' }>> = {
  't.create_time': { index: 'btree (create_time)', type: 'timestamp' },
  't.change_time': { index: 'btree (change_time)', type: 'timestamp' },
  't.tn': { index: 'btree (tn)', type: 'text' },
};

/**
 * The statements of a search, to be tried one after the other (ADR 13). Each look-up finds all tickets, unless one value has too many. The walk
 * finds enough tickets when many meet the condition. The last one finds them anyway, planned by the values. Equal keys come in the order of
 * ticket ids, in both directions.
 */
export function* composeSearch(condition: Condition, shape: SearchShape): Generator<SearchStep> {
  const lookUps = listLookUps(condition, shape.hasIndex);
  for (const lookUp of lookUps) yield composeLookUp(lookUp, condition, shape);
  const walked = walkedKey(shape);
  if (walked !== undefined && lookUps.length > 0) yield composeWalk(condition, shape);
  else if (walked !== undefined && splitParts(condition).some(({ isPattern }) => isPattern === true))
    yield* composePatternWalk(condition, shape, walked);
  yield composeWhole(condition, shape);
}

/**
 * An index of trigrams finds all tickets that match a pattern before the first one is answered; without one, all tickets are read; and
 * statistics do not say how many match. So the first tickets in the order of the answer are read, and if enough of them match, those up to
 * a bound.
 */
function* composePatternWalk(condition: Condition, shape: SearchShape, key: SortKey): Generator<SearchStep> {
  const { rare, bounds } = shape.memory;
  const order = `${key.column} ${key.direction}`;
  if (bounds.get(order) === undefined) yield composeBound(order, key, shape);
  const walk = composePromisingWalk(condition, shape, { key, bound: bounds.get(order) ?? '' });
  const search = `${JSON.stringify(walk.values)}\n${walk.text}`;
  if (rare.get(search) !== undefined) return;
  yield walk;
  rare.set(search, '');
}

/** The key of the last ticket that a walk looks at; an empty text if there are fewer tickets. This step never answers the search. */
function composeBound(order: string, { column }: SortKey, { memory }: SearchShape): SearchStep {
  const text = `select ${column}::text as bound from ticket t order by ${order} offset ${MOST_WALKED - 1} limit 1`;
  const toAnswer: SearchStep['toAnswer'] = ([last]) => {
    memory.bounds.set(order, last?.bound ?? '');
    return undefined;
  };
  return { text, values: [], isPlannedByValues: false, toAnswer };
}

/** One statement, since a second one would take longer than reading the first tickets. */
function composePromisingWalk(
  condition: Condition,
  shape: SearchShape,
  { key, bound }: { readonly key: SortKey; readonly bound: string },
): SearchStep {
  const { bind, values } = binder({ isBounded: true });
  const { limit } = shape;
  const [where, keys, wanted] = [condition(bind), composeSortKeys(shape, bind), bind(limit, 'bigint')];
  const probe = `select ${columnsIn([where])} from ticket t${keys} limit ${PROBED}`;
  const isPromising = `(select count(*) from (${probe}) t where ${where}) * ${MOST_WALKED / PROBED} >= ${wanted}`;
  const type = WALKED[key.column]?.type;
  const comparison = key.direction === 'asc' ? '<=' : '>=';
  const isWithin = bound !== '' ? `\nand ${key.column} ${comparison} ${bind(bound, type)}` : '';
  // An index of trigrams is not used for what is compared with true.
  const text = `select ${(shape.columns ?? selectID)(bind)}\nfrom ticket t\nwhere (${where}) is true${isWithin}\nand ${isPromising}${keys}\nlimit ${wanted}`;
  return { text, values, isPlannedByValues: false, toAnswer: whenFull(limit) };
}

/** How many tickets there are: one row with `total`. */
export function composeCount(condition: Condition, hasIndex: HasIndex): SearchStep {
  const { bind, values } = binder({ hasIndex });
  const text = `select count(*) as total from ticket t where ${condition(bind)}`;
  return { text, values, isPlannedByValues: true, toAnswer: (rows) => rows };
}

type FoundBy = ReturnType<typeof listLookUps>[number];

function listLookUps(condition: Condition, hasIndex: HasIndex) {
  return splitParts(condition)
    .flatMap((part) => {
      const lookUp = part.lookUps?.find(({ index }) => hasIndex(index.table, index.columns));
      return lookUp === undefined ? [] : [{ part, lookUp }];
    })
    .sort((one, other) => one.lookUp.rank - other.lookUp.rank)
    .slice(0, MOST_LOOK_UPS);
}

function composeLookUp({ part, lookUp }: FoundBy, condition: Condition, shape: SearchShape): SearchStep {
  const { exactRows, count } = lookUp;
  const others = splitParts(condition).filter((each) => each !== part || exactRows === undefined);
  if (exactRows !== undefined && others.length === 0 && shape.columns === undefined) {
    return composeExact(exactRows, shape);
  }
  const { bind, values } = binder({ isBounded: true });
  const isMore = `${count} > ${MOST_FOUND}`;
  const select = (shape.columns ?? selectID)(bind);
  const checks = [...(exactRows === undefined ? ['t.id is not null'] : []), ...others.map((each) => each(bind))];
  const check = checks.join(' and ');
  const where = check === '' ? '' : `\nwhere ${isMore} or (${check})`;
  const order = composeOrder(shape, bind);
  const text = `select ${select}, ${isMore} as "isMore"
from ${lookUp.rows(bind, columnsIn([select, check, order]))}${where}${order}`;
  const toAnswer: SearchStep['toAnswer'] = (rows) => (rows[0]?.isMore === true ? undefined : rows);
  return { text, values, isPlannedByValues: false, toAnswer };
}

/** For searches that only ask for ids and have nothing left to check. The tickets are few enough to be counted here. */
function composeExact(exactRows: NonNullable<IndexLookUp['exactRows']>, shape: SearchShape): SearchStep {
  const { bind, values } = binder({ isBounded: true });
  const order = composeSortKeys(shape, bind);
  const columns = [...new Set(['t.id', ...shape.sort.map(({ column }) => column)])].join(', ');
  const text = `select t.id from (${exactRows(bind, columns)}) t${order}`;
  const toAnswer: SearchStep['toAnswer'] = (rows) =>
    rows.length > MOST_FOUND ? undefined : rows.slice(0, shape.limit);
  return { text, values, isPlannedByValues: false, toAnswer };
}

/** The key by which tickets can be walked: in an order that an index has, from its top on. */
function walkedKey({ sort, limit, isFirstPage, hasIndex }: SearchShape): SortKey | undefined {
  const [key, ...others] = sort;
  if (key === undefined || others.length > 0 || limit > MOST_FOUND || isFirstPage === false) return undefined;
  const walked = WALKED[key.expression(() => '')];
  return walked !== undefined && hasIndex('ticket', walked.index) ? key : undefined;
}

function composeWalk(condition: Condition, shape: SearchShape): SearchStep {
  const { bind, values } = binder({ isBounded: true });
  const [select, where, order] = [(shape.columns ?? selectID)(bind), condition(bind), composeOrder(shape, bind)];
  const walked = `select ${columnsIn([select, where, order])} from ticket t${composeSortKeys(shape, bind)} limit (select ${MOST_WALKED})`;
  const text = `select ${select}\nfrom (${walked}) t\nwhere ${where}${order}`;
  return { text, values, isPlannedByValues: false, toAnswer: whenFull(shape.limit) };
}

/** Rows that are an answer when there are as many as were asked for. */
function whenFull(limit: number): SearchStep['toAnswer'] {
  return (rows) => (rows.length === limit ? rows : undefined);
}

function composeWhole(condition: Condition, shape: SearchShape): SearchStep {
  const { bind, values } = binder({ hasIndex: shape.hasIndex });
  const text = `select ${(shape.columns ?? selectID)(bind)}\nfrom ticket t\nwhere ${condition(bind)}${composeOrder(shape, bind)}`;
  return { text, values, isPlannedByValues: true, toAnswer: (rows) => rows };
}

function composeOrder(shape: SearchShape, bind: Bind): string {
  return `${composeSortKeys(shape, bind)}\nlimit ${bind(shape.limit, 'bigint')}`;
}

function composeSortKeys({ sort }: SearchShape, bind: Bind): string {
  const keys = sort.map(({ expression, direction }) => `${expression(bind)} ${direction}`);
  return `\norder by ${[...keys, 't.id'].join(', ')}`;
}

/** The columns of `t` that texts name. Reading all of them would take longer than using them. */
function columnsIn(texts: readonly string[]): string {
  return [...new Set(['t.id', ...(texts.join(' ').match(/\bt\.[a-z_]+/g) ?? [])])].join(', ');
}

function binder(options: Pick<Bind, 'isBounded' | 'hasIndex'>): { readonly bind: Bind; readonly values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = Object.assign((value: unknown, type?: string) => {
    values.push(value);
    if (type === undefined) return `$${values.length}`;
    const typed = `$${values.length}::${type}`;
    if (options.isBounded !== true) return typed;
    // Plans that know a value would look cheaper than the one to be kept, and PostgreSQL would plan each time.
    return type.endsWith('[]') ? `(select ${typed})::${type}` : `(select ${typed})`;
  }, options);
  return { bind, values };
}
