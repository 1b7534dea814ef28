import { isTrue, textOf } from '@ticketgate/sdk';

import type { DebugLevel, WebService } from '../web-service.js';
import { member, nonEmptyMap } from './read-record.js';

export const DEBUG_LEVELS: readonly DebugLevel[] = ['debug', 'info', 'notice', 'error'];

/** The level that a word means: by its beginning, in any case. Undefined when no level begins so. */
export function readDebugLevel(word: string): DebugLevel | undefined {
  return DEBUG_LEVELS.find((level) => word.toLowerCase().startsWith(level));
}

/** Reads `Debugger`. Undefined when the section or its level is unusable: then no request can be served. */
export function readDebugger(section: unknown): WebService['debugger'] | undefined {
  if (nonEmptyMap(section) === undefined) return undefined;
  const word = member(section, 'DebugThreshold');
  const threshold = isTrue(word) ? readDebugLevel(textOf(word)) : 'error';
  return threshold && { threshold, testMode: isTrue(member(section, 'TestMode')) };
}
