import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

import type { Loaded } from '../api/use-load.js';
import { language, t } from '../app/language.js';
import { navigate, path, query, setQuery, trail } from '../app/location.js';
import { Button } from './button.js';
import { Empty } from './empty.js';
import type { IconName } from './icon.js';
import { FilterField, type Filter } from './list-filters.js';
import { Loading } from './loading.js';
import { Table, type TableProps } from './table.js';

interface Rows<Row> {
  readonly items: readonly Row[];
  /** Null or missing: there are no more. */
  readonly next?: string | number | null;
  readonly total?: number | null;
}

interface ListScreenProps<Row> extends Omit<TableProps<Row>, 'rows' | 'isPart'> {
  readonly of: Omit<Loaded<Rows<Row>>, 'set'>;
  readonly filters?: readonly Filter[];
  /** If all rows are loaded: the text that each filter looks at, by its name. */
  readonly filtered?: (row: Row) => Readonly<Record<string, string | null>>;
  /** How many there are, in words. */
  readonly counted?: (number: number) => string;
  /** The parameter of the address that says where a page begins. */
  readonly by?: 'after' | 'before';
  /** After the filters. */
  readonly beside?: ComponentChildren;
  /** At the end of the toolbar, for what is shown. */
  readonly actions?: (rows: readonly Row[]) => ComponentChildren;
  /** Shown if there are no rows and no filters. */
  readonly nothing?: { readonly icon: IconName; readonly title: string; readonly text?: string } | undefined;
  /** The same with filters. */
  readonly nothingFits: string;
  /** Between toolbar and table. */
  readonly children?: ComponentChildren;
}

/** Filters, a table and its pages; all of it is in the address. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const {
    of,
    filters = [],
    filtered,
    counted,
    by = 'after',
    beside,
    actions,
    nothing,
    nothingFits,
    children,
    ...table
  } = props;
  const parameters = query.value;
  const all = of.data?.items;
  const rows = useMemo(
    () => (filtered === undefined ? all : all?.filter((row) => isWanted(filtered(row), filters))) ?? [],
    [all, filtered, parameters, language.value],
  );
  const total = filtered === undefined ? of.data?.total : all && rows.length;
  const isFiltered = filters.some(({ name }) => (parameters.get(name) ?? '') !== '') || parameters.has(by);
  const next = of.data?.next ?? null;
  return (
    <>
      <div class="toolbar">
        {filters.map((each) => (
          <FilterField key={each.name} {...each} isLocal={filtered !== undefined} />
        ))}
        {beside}
        {counted !== undefined && typeof total === 'number' && <span class="faint">{counted(total)}</span>}
        <span class="grow" />
        {actions?.(rows)}
      </div>
      {children}
      <Loading of={of}>
        {() =>
          rows.length > 0 ? (
            <>
              <Table {...table} rows={rows} isPart={next !== null || parameters.has(by)} />
              <Pager by={by} next={next} />
            </>
          ) : isFiltered || nothing === undefined ? (
            <NothingFits title={nothingFits} />
          ) : (
            <Empty {...nothing} />
          )
        }
      </Loading>
    </>
  );
}

/** Whether a row has the texts and the choices that the filters ask for. */
function isWanted(row: Readonly<Record<string, string | null>>, filters: readonly Filter[]): boolean {
  return filters.every(({ name, choices }) => {
    const [wanted, own] = [query.value.get(name)?.trim() ?? '', row[name] ?? ''];
    if (choices !== undefined) return ['', own].includes(wanted);
    return own.toLowerCase().includes(wanted.toLowerCase());
  });
}

function NothingFits({ title }: { readonly title: string }) {
  const clear = () => navigate(path.value, { replace: true });
  return <Empty icon="search" title={title} actions={<Button onClick={clear} text={t('Clear the filters')} />} />;
}

export function Pager({ by, next }: { readonly by: 'after' | 'before'; readonly next: string | number | null }) {
  const here = query.value.get(by);
  if (here === null && next === null) return null;
  const before = trail.value;
  const turn = (place: string | undefined, kept: readonly string[]) =>
    setQuery({ [by]: place }, { replace: false, trail: kept });
  return (
    <nav class="pager row" aria-label={t('Pages')}>
      <span class="grow faint">
        {here === null || before.length > 0 ? t('Page {number}', { number: before.length + 1 }) : ''}
      </span>
      <Button disabled={here === null} onClick={() => turn(undefined, [])} text={t('First page')} />
      <Button
        disabled={before.length === 0}
        onClick={() => turn(before.at(-1), before.slice(0, -1))}
        text={t('Previous page')}
      />
      <Button
        disabled={next === null}
        onClick={() => turn(String(next), [...before, here ?? ''])}
        text={t('Next page')}
      />
    </nav>
  );
}
