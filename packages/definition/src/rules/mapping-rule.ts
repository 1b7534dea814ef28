import { mappingProblems } from '../reading/mapping-problems.js';
import { mappingsOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** An invalid mapping makes every request to its operation, and every call of its invoker, fail. */
export const mappingRule: Rule = (input) =>
  mappingsOf(input).flatMap(({ effect, mapping, path }) =>
    mappingProblems(mapping).map((problem) =>
      warning({
        code: 'mapping-rule',
        message: `${problem.message} Until then ${effect}.`,
        path: [...path, ...problem.path],
      }),
    ),
  );
