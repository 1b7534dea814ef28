import { textOf } from '@ticketgate/sdk';

import { basePathProblem } from '../reading/read-gateway.js';
import { member } from '../reading/read-record.js';
import { error, type Rule } from './rule.js';

/** `Gateway.BasePath` is a path that nothing else is served at. */
export const basePath: Rule = ({ config }) => {
  const path = member(config.Gateway, 'BasePath');
  if (typeof path !== 'string') return [];
  const problem = basePathProblem(textOf(path));
  if (problem === undefined) return [];
  const message = `BasePath is "${path}" and ${problem}; write for example /connector.`;
  return [error({ code: 'base-path', message, path: ['Gateway', 'BasePath'] })];
};
