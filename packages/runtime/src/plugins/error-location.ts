import { fileURLToPath } from 'node:url';
import { isData } from '@ticketgate/sdk';

import type { PluginEntry } from './plugin-entry.js';
import type { SourcePlace } from './plugin-problem.js';

const FRAME = /(?:\(| at (?:async )?)((?:file:\/\/)?\/[^()\n]+?):(\d+):(\d+)\)?$/gm;
/** Node begins the stack of a syntax error with its location, the line and a caret. */
const SYNTAX = /^((?:file:\/\/)?\/[^\n]+?):(\d+)(?::\d+)?\n[^\n]*\n( *)\^/;

/** Finds the location in the files of a plugin at which an error was thrown. */
export function locateError(error: unknown, { folder }: PluginEntry): SourcePlace | undefined {
  // Errors of another realm, for example of a test runner, are not instances of `Error`.
  const stack = isData(error) && typeof error.stack === 'string' ? error.stack : '';
  return placesIn(stack).find(({ file }) => folder !== undefined && file.startsWith(`${folder}/`));
}

/** The locations in a stack from top to bottom. Modules are named by URL, CommonJS files by path. */
export function placesIn(stack: string): readonly SourcePlace[] {
  const [, file = '', line = '', indent = ''] = SYNTAX.exec(stack) ?? [];
  const first = file === '' ? [] : [placeOf(file, line, indent.length + 1)];
  return [...first, ...[...stack.matchAll(FRAME)].map(([, name = '', row = '', column]) => placeOf(name, row, column))];
}

function placeOf(file: string, line: string, column: string | number = 1): SourcePlace {
  return {
    file: file.startsWith('file:') ? fileURLToPath(file) : file,
    line: Number(line),
    column: Number(column),
  };
}
