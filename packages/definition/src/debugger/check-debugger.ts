import { isScalar, suggest, toText } from '@ticketgate/sdk';

import { DEBUG_LEVELS, readDebugLevel } from './read-debugger.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';
import { declareDiagnostics } from '../check/diagnostic.js';
import type { Rule } from '../check/rule.js';

const { error, warning } = declareDiagnostics({
  'debugger-missing': `The section Debugger is missing or empty, so the service cannot be served; add it with DebugThreshold: error.`,
  'debug-level.missing': `DebugThreshold is missing or empty; write debug, info, notice or error.`,
  'debug-level.other-word': `DebugThreshold is "{word}" and means {level}; write that word, because other systems store everything for this one.`,
  'debug-level.unknown': `DebugThreshold is "{word}"; write debug, info, notice or error. With anything else no request can be served.`,
});

const PATH = ['Debugger', 'DebugThreshold'];

/** Without `Debugger`, the family answers every request with an empty 500. */
const debuggerMissing: Rule = ({ config }) => {
  if (nonEmptyMap(config.Debugger) !== undefined) return [];
  return [error('debugger-missing', { path: ['Debugger'], at: 'key' })];
};

/** Only the beginning of a level counts, in any case; an unknown level makes the service unusable. */
const debugLevel: Rule = ({ config }) => {
  const value = member(config.Debugger, 'DebugThreshold');
  if (nonEmptyMap(config.Debugger) === undefined || (value !== undefined && !isScalar(value))) return [];
  const word = toText(value);
  if (word === '') return [error('debug-level.missing', { path: PATH, at: 'key' })];
  const level = readDebugLevel(word);
  if (level === word) return [];
  if (level !== undefined)
    return [warning('debug-level.other-word', { path: PATH, suggestion: level }, { word, level })];
  const suggestion = suggest(word.toLowerCase(), DEBUG_LEVELS);
  return [error('debug-level.unknown', { path: PATH, suggestion }, { word })];
};

export const debuggerRules: readonly Rule[] = [debuggerMissing, debugLevel];
