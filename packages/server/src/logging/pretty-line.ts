import { isData } from '@ticketgate/sdk';

const COLOURS: Readonly<Record<string, string>> = { error: '31', warn: '33', info: '32', debug: '90' };

/** A line for people: time, level, message, then `name=value`; stacks follow on lines of their own. */
export function prettyLine(info: Readonly<Record<string, unknown>>): string {
  const { timestamp, level, message, ...fields } = info;
  const time = String(timestamp).slice(11, 19);
  const name = String(level);
  const colour = `\u001b[${COLOURS[name] ?? '0'}m${name.padEnd(5)}\u001b[0m`;
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${show(value)}`);
  return [`${time} ${colour} ${String(message)}`, ...parts].join('  ');
}

function show(value: unknown): string {
  if (isData(value) && typeof value.stack === 'string') return `\n${value.stack}`;
  if (typeof value === 'string' && !/[\s="]/.test(value)) return value;
  return value === undefined ? 'undefined' : JSON.stringify(value);
}
