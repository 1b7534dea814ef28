import { isScalar, suggest, textOf } from '@ticketgate/sdk';

import { DEBUG_LEVELS, readDebugLevel } from '../reading/read-web-service.js';
import { member, nonEmptyMap } from '../reading/read-record.js';
import { error, warning, type Rule } from './rule.js';

const PATH = ['Debugger', 'DebugThreshold'];

/** Only the beginning of a level counts, in any case; an unknown level makes the service unusable. */
export const debugLevel: Rule = ({ config }) => {
  const value = member(config.Debugger, 'DebugThreshold');
  if (nonEmptyMap(config.Debugger) === undefined || (value !== undefined && !isScalar(value))) return [];
  const word = textOf(value);
  if (word === '') {
    const message = 'DebugThreshold is missing or empty; write debug, info, notice or error.';
    return [error({ code: 'debug-level', message, path: PATH, at: 'key' })];
  }
  const level = readDebugLevel(word);
  if (level === word) return [];
  if (level !== undefined) {
    const message = `DebugThreshold is "${word}" and means ${level}; write that word, because other systems store everything for this one.`;
    return [warning({ code: 'debug-level', message, path: PATH, suggestion: level })];
  }
  const message = `DebugThreshold is "${word}"; write debug, info, notice or error. With anything else no request can be served.`;
  return [error({ code: 'debug-level', message, path: PATH, suggestion: suggest(word.toLowerCase(), DEBUG_LEVELS) })];
};
