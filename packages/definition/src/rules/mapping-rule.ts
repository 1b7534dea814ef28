import { mappingProblems } from '../reading/mapping-problems.js';
import { OPERATIONS, operationsOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** Every request to an operation with an invalid mapping is answered with a fault. */
export const mappingRule: Rule = (input) =>
  operationsOf(input).flatMap(([name, operation]) =>
    ['MappingInbound', 'MappingOutbound'].flatMap((mapping) =>
      mappingProblems(operation[mapping]).map(({ path, message }) => ({
        severity: 'warning' as const,
        code: 'mapping-rule',
        message: `${message} Until then each request to "${name}" is answered with a fault.`,
        path: [...OPERATIONS, name, mapping, ...path],
      })),
    ),
  );
