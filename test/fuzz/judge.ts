import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../support/root.js';
import type { Answer } from './send.js';

const CODES = new Set(
  [...readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8').matchAll(/^### (\w+\.\w+)$/gm)].map(([, code]) => code),
);
/** They say that nobody expected what happened. */
const UNEXPECTED = new Set(['Gateway.InternalError', 'Server.Internal']);
/** How the family answers what it cannot read, route or carry out. */
const FAMILY = [
  /^HTTP::REST Error while determine Operation/,
  /^Error while decoding request content\.$/,
  /^Unsupported request content structure\.$/,
  /^\{"faultcode":"Server","faultstring":".+"\}$/s,
  /^Could not read input data$/,
];
/** Paths and frames of our program have no place in an answer. */
const INSIDES = /node_modules|\/packages\/\w+\/(?:src|dist)\/|\n\s+at \w+ \(/;

/** What is wrong with an answer; undefined when nothing is. */
export function findFault({ status, text }: Answer, isHead = false): string | undefined {
  if (status === 0) return `no answer (${text})`;
  if (INSIDES.test(text)) return 'the answer shows how the server is built';
  return status < 500 || isHead ? undefined : findUnexpected(status, text);
}

function findUnexpected(status: number, text: string): string | undefined {
  const code = /"(?:ErrorCode|code)":"([\w.]+)"/.exec(text)?.[1];
  if (code !== undefined && !UNEXPECTED.has(code)) return findUndocumented(code, status);
  if (code === undefined && (text === '' || FAMILY.some((known) => known.test(text)))) return undefined;
  return `${status} without a documented code: ${text.slice(0, 200)}`;
}

/** Codes of operations are in a table there, which a test of its own compares with them. */
function findUndocumented(code: string, status: number): string | undefined {
  const isOurs = /^(?:Server|Database|Accounts|Gateway|Catalogue|FAQ)\./.test(code);
  return isOurs && !CODES.has(code) ? `${status} with the code ${code}, which docs/errors.md does not have` : undefined;
}
