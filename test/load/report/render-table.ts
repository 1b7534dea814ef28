import { isMet, type Measured, type Target } from './measure.js';

/** Columns as wide as they have to be; all but the first are aligned to the right. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_cell, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

export function renderMeasures(measures: readonly Measured[]): string {
  return renderTable(
    ['measure', 'target', 'value', '95 %', ''],
    measures.map(({ measure, value, unit, target, interval }) => [
      measure,
      target === undefined ? '-' : wanted(target, unit),
      show(value, unit),
      interval === undefined ? '' : `${show(interval.low, unit)} to ${show(interval.high, unit)}`,
      verdict(value, target),
    ]),
  );
}

function verdict(value: number, target: Target | undefined): string {
  if (target === undefined) return '';
  return isMet(value, target) ? 'met' : 'MISSED';
}

/** What the sides of ratios took of the processors: says more than their speed when other machines use these too. */
export function renderSpent(measures: readonly Measured[]): string {
  return renderTable(
    ['processor time per request', 'side', 'server ms', 'PostgreSQL ms'],
    measures.flatMap(({ measure, spent = [] }) =>
      spent.map(({ side, server, database }) => [measure, side, server.toFixed(3), database.toFixed(3)]),
    ),
  );
}

function wanted({ at, value }: Target, unit: Measured['unit']): string {
  return `${at === 'least' ? '≥' : '≤'} ${show(value, unit)}`;
}

function show(value: number, unit: Measured['unit']): string {
  if (unit === 'count') return String(value);
  return unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(unit === 's' ? 1 : 0)} ${unit}`;
}
