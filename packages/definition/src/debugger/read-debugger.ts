import { isTrue, toText } from '@ticketgate/sdk';

import { member, nonEmptyMap } from '../yaml/read-record.js';

/** Levels of the debugger, in rising order (`docs/request-lifecycle.md`). */
export const DEBUG_LEVELS = ['debug', 'info', 'notice', 'error'] as const;
export type DebugLevel = (typeof DEBUG_LEVELS)[number];

/** The level with which a word begins, in any case; undefined if there is none. */
export function readDebugLevel(word: string): DebugLevel | undefined {
  return DEBUG_LEVELS.find((level) => word.toLowerCase().startsWith(level));
}

/** Undefined if the section or its level is unusable: then no request can be served. */
export function readDebugger(section: unknown) {
  if (nonEmptyMap(section) === undefined) return undefined;
  const word = member(section, 'DebugThreshold');
  const threshold = isTrue(word) ? readDebugLevel(toText(word)) : 'error';
  return threshold && { threshold, testMode: isTrue(member(section, 'TestMode')) };
}
