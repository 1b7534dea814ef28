import { isData } from '@ticketgate/sdk';

const COLOURS: Readonly<Record<string, string>> = { error: '31', warn: '33', info: '32', debug: '90' };

/** Formats a line for terminals: time, level, message and `name=value`, with stacks on separate lines. */
export function prettyLine(info: Readonly<Record<string, unknown>>): string {
  const { timestamp, level, message, ...fields } = info;
  const time = String(timestamp).slice(11, 19);
  const name = String(level);
  const colour = `\u001b[${COLOURS[name] ?? '0'}m${name.padEnd(5)}\u001b[0m`;
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${show(value)}`);
  return [`${time} ${colour} ${String(message)}`, ...parts].join('  ');
}

/** Escapes control characters, which could move the cursor of a terminal. JSON escapes only half of them. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function show(value: unknown): string {
  if (isData(value) && typeof value.stack === 'string') return `\n${value.stack}`;
  if (typeof value === 'string' && !/[\s="\p{Cc}]/u.test(value)) return value;
  return value === undefined ? 'undefined' : withoutControls(JSON.stringify(value));
}
