import { nonEmptyMap } from '../reading/read-record.js';
import type { Rule } from './rule.js';

/** Without `Debugger` the family answers nothing but an empty 500. */
export const debuggerMissing: Rule = ({ config }) => {
  if (nonEmptyMap(config.Debugger) !== undefined) return [];
  const message =
    'The section Debugger is missing or empty, and a service without it cannot be served; add DebugThreshold: error below it.';
  return [{ severity: 'error', code: 'debugger-missing', message, path: ['Debugger'], at: 'key' }];
};
