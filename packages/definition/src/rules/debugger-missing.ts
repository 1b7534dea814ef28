import { nonEmptyMap } from '../reading/read-record.js';
import type { Rule } from './rule.js';

/** Without `Debugger` the family answers nothing but an empty 500. */
export const debuggerMissing: Rule = ({ config }) => {
  if (nonEmptyMap(config.Debugger) !== undefined) return [];
  const message =
    'The section Debugger is missing or empty, so the service cannot be served; add it with DebugThreshold: error.';
  return [{ severity: 'error', code: 'debugger-missing', message, path: ['Debugger'], at: 'key' }];
};
