import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { navigate } from '../app/location.js';
import { Words } from './words.js';

/** `number` stands at the right; `wide`, before it, leaves a column out on small screens. */
type Shape = 'number' | 'mono' | 'fill' | 'action';

export interface Column<Row> {
  readonly title: string;
  /** Long words of a text break at their joints. */
  readonly cell: (row: Row) => ComponentChildren;
  readonly shape?: Shape | 'wide' | `wide ${Shape}`;
}

interface TableProps<Row> {
  /** What it lists. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Where a row leads; its first cell has the link. */
  readonly hrefOf?: (row: Row) => string;
  readonly toneOf?: (row: Row) => string;
  /** Told which row somebody points at, or has the focus in. */
  readonly onPoint?: (row: Row | undefined) => void;
  /** For long values: where it is narrow, the cells of a row stand one below the other, with their titles. */
  readonly stacks?: boolean;
}

export function Table<Row>({ label, columns, rows, keyOf, hrefOf, toneOf, onPoint, stacks }: TableProps<Row>) {
  const focus = useKeptFocus(rows);
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={label} {...focus}>
      <table class={stacks === true ? 'table stacks' : 'table'}>
        <thead>
          <tr>
            {columns.map(({ title, shape }) => (
              <th key={title} scope="col" class={shape}>
                {title === '' ? <span class="hidden-text">·</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={keyOf(row)}
              row={row}
              columns={columns}
              href={hrefOf?.(row)}
              tone={toneOf?.(row)}
              onPoint={onPoint}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whoever was in a row that has gone goes on in the table instead of at the beginning of the page. */
function useKeptFocus(rows: readonly unknown[]) {
  const frame = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
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
  readonly tone: string | undefined;
  readonly onPoint: ((row: Row | undefined) => void) | undefined;
}

function Row<Row>({ row, columns, href, tone, onPoint }: RowProps<Row>) {
  const open = (event: MouseEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('a, button, input, select') !== null;
    if (href !== undefined && !isElsewhere && window.getSelection()?.toString() === '') navigate(href);
  };
  return (
    <tr
      class={`${href === undefined ? '' : 'leads'} ${tone ?? ''}`}
      onClick={open}
      onMouseEnter={onPoint && (() => onPoint(row))}
      onMouseLeave={onPoint && (() => onPoint(undefined))}
      onFocusIn={onPoint && (() => onPoint(row))}
      onFocusOut={onPoint && (() => onPoint(undefined))}
    >
      {columns.map(({ title, cell, shape }, index) => {
        const content = cell(row);
        const shown = typeof content === 'string' ? <Words of={content} /> : content;
        return (
          <td key={title} class={shape} data-title={title}>
            {index === 0 && href !== undefined ? (
              <a href={`/admin${href}`} class="row-link">
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
