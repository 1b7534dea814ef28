import { fileURLToPath } from 'node:url';

import type { PluginEntry } from './plugin-entry.js';
import type { SourcePlace } from './plugin-problem.js';

const FRAME = /(?:\(| at (?:async )?)((?:file:\/\/)?\/[^()\n]+?):(\d+):(\d+)\)?$/gm;
/** Node puts the place of a syntax error first, with the line and a caret below it. */
const SYNTAX = /^((?:file:\/\/)?\/[^\n]+?):(\d+)(?::\d+)?\n[^\n]*\n( *)\^/;

/** Where in the files of a plugin an error comes from. */
export function locateError(error: unknown, { folder }: PluginEntry): SourcePlace | undefined {
  return placesOf(error).find(({ file }) => folder !== undefined && file.startsWith(`${folder}/`));
}

function placesOf(error: unknown): readonly SourcePlace[] {
  const stack = error instanceof Error || isError(error) ? (error.stack ?? '') : '';
  const [, file = '', line = '', indent = ''] = SYNTAX.exec(stack) ?? [];
  const first = file === '' ? [] : [placeOf(file, line, indent.length + 1)];
  return [...first, ...[...stack.matchAll(FRAME)].map(([, name = '', row = '', column]) => placeOf(name, row, column))];
}

/** Errors of another realm, such as that of a test runner, have another class. */
function isError(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'stack' in error && typeof error.stack === 'string';
}

function placeOf(file: string, line: string, column: string | number = 1): SourcePlace {
  return {
    file: file.startsWith('file:') ? fileURLToPath(file) : file,
    line: Number(line),
    column: Number(column),
  };
}
