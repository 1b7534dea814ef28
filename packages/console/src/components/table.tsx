import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { formatNumber, language } from '../app/language.js';
import { BASE, navigate, query, setQuery } from '../app/location.js';
import { Words } from './words.js';

/** `number` stands at the right; `wide`, before it, leaves a column out on small screens. */
type Shape = 'number' | 'mono' | 'fill' | 'action';

export interface Column<Row> {
  readonly title: string;
  /** Its head sorts by it if all rows are loaded; it is shown unless there is a cell. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** Long words of a text break at their joints. */
  readonly cell?: (row: Row) => ComponentChildren;
  readonly shape?: Shape | 'wide' | `wide ${Shape}`;
  /** Its head asks the server for the oldest or the newest first. */
  readonly isOrder?: boolean;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly pickKey: (row: Row) => string | number;
  /** Where a row leads; its first cell has the link. */
  readonly makeHref?: (row: Row) => string;
  /** Called with the row that the pointer is on, or that has the focus. */
  readonly onPoint?: (row: Row | undefined) => void;
  /** For long values: where it is narrow, the cells of a row stand one below the other, with their titles. */
  readonly stacks?: boolean;
  /** Whether there are more rows elsewhere. */
  readonly isPart?: boolean;
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows: given, pickKey, makeHref, onPoint, stacks, isPart = false } = props;
  const rows = useSorted(given, isPart ? [] : columns);
  const focus = useKeptFocus(given);
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={label} {...focus}>
      <table class={stacks === true ? 'table stacks' : 'table'}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Head key={column.title} column={column} number={index + 1} isPart={isPart} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={pickKey(row)} row={row} columns={columns} href={makeHref?.(row)} onPoint={onPoint} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  readonly column: Column<never>;
  readonly number: number;
  readonly isPart: boolean;
}

/** The head of a column, which sorts by it, and again the other way round. */
function Head({ column: { title, shape, value, isOrder = false }, number, isPart }: HeadProps) {
  const isDown = isOrder ? query.value.get('order') !== 'oldest' : sorting() === -number;
  const isSorted = isOrder || (!isPart && Math.abs(sorting()) === number);
  const sort = () =>
    setQuery(
      isOrder
        ? { order: isDown ? 'oldest' : undefined, after: undefined, before: undefined }
        : { sort: String(isSorted && !isDown ? -number : number) },
    );
  const text = title === '' ? <span class="hidden-text">·</span> : title;
  return (
    <th scope="col" class={shape} aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}>
      {isOrder || (value !== undefined && !isPart) ? (
        <button type="button" class="sort" onClick={sort}>
          {text}
        </button>
      ) : (
        text
      )}
    </th>
  );
}

/** The number of the column that the address sorts by, negative for descending; 0 for none. */
function sorting(): number {
  return Number(query.value.get('sort') ?? 0);
}

function useSorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly Row[] {
  const by = sorting();
  return useMemo(() => {
    const getValue = columns[Math.abs(by) - 1]?.value;
    if (getValue === undefined) return rows;
    const { compare } = new Intl.Collator(language.value, { numeric: true });
    const order = (one: Row, other: Row) => {
      const [a, b] = [getValue(one) ?? '', getValue(other) ?? ''];
      return typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
    };
    return rows.toSorted((one, other) => order(one, other) * Math.sign(by));
  }, [rows, by, columns.length]);
}

/** If the row with the focus goes, the focus stays in the table instead of moving to the beginning of the page. */
function useKeptFocus(rows: readonly unknown[]) {
  const frame = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useLayoutEffect(() => {
    if (wasInside.current && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [rows]);
  return {
    ref: frame,
    onFocusIn: () => (wasInside.current = true),
    onFocusOut: ({ relatedTarget }: FocusEvent) => (wasInside.current = relatedTarget === null),
  };
}

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly href: string | undefined;
  readonly onPoint: ((row: Row | undefined) => void) | undefined;
}

function Row<Row>({ row, columns, href, onPoint }: RowProps<Row>) {
  const open = (event: MouseEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('a, button, input, select') !== null;
    if (href !== undefined && !isElsewhere && window.getSelection()?.toString() === '') navigate(href);
  };
  return (
    <tr
      class={href === undefined ? '' : 'leads'}
      onClick={open}
      onMouseEnter={onPoint && (() => onPoint(row))}
      onMouseLeave={onPoint && (() => onPoint(undefined))}
      onFocusIn={onPoint && (() => onPoint(row))}
      onFocusOut={onPoint && (() => onPoint(undefined))}
    >
      {columns.map(({ title, value, cell = value, shape }, index) => {
        const content = cell?.(row);
        const words = typeof content === 'number' ? formatNumber(content) : content;
        const shown = typeof words === 'string' ? <Words of={words} /> : words;
        return (
          <td key={title} class={shape} data-title={title}>
            {index === 0 && href !== undefined ? (
              <a href={`${BASE}${href}`} class="row-link">
                {shown}
              </a>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Moves to the row below or above, as if with Tab. */
export function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.table .row-link')];
  const at = links.findIndex((each) => each === document.activeElement);
  links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}
