import { mappingProblems } from '../reading/mapping-problems.js';
import { mappingsOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Every request to an operation with an invalid mapping is answered with a fault. */
export const mappingRule: Rule = (input) =>
  mappingsOf(input).flatMap(({ operation, mapping, path }) =>
    mappingProblems(mapping).map((problem) =>
      warning({
        code: 'mapping-rule',
        message: `${problem.message} Until then each request to "${operation}" is answered with a fault.`,
        path: [...path, ...problem.path],
      }),
    ),
  );
