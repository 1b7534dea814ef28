import { isData, isTrue, textOf } from '@ticketgate/sdk';
import { findTemplateProblem } from '@ticketgate/xslt';

import { member } from '../reading/read-record.js';
import { OPERATIONS, operationsOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** Templates of Mapping XSLT are stylesheets; with one that is not, each request is answered with a fault. */
export const mappingTemplate: Rule = (input) =>
  operationsOf(input).flatMap(([name, operation]) =>
    ['MappingInbound', 'MappingOutbound'].flatMap((mapping) => {
      const config = member(operation[mapping], 'Config');
      const template = member(config, 'Template');
      if (textOf(member(operation[mapping], 'Type')) !== 'XSLT' || !isData(config) || !isTrue(template)) return [];
      const problem = findTemplateProblem(textOf(template));
      if (problem === undefined) return [];
      const line = problem.line === undefined ? '' : `, in line ${problem.line} of it`;
      const message = `The XSLT template cannot be used${line}: ${problem.message}. Correct it; until then each request to "${name}" is answered with a fault.`;
      const path = [...OPERATIONS, name, mapping, 'Config', 'Template'];
      return [{ severity: 'warning' as const, code: 'template-syntax', message, path, textLine: problem.line }];
    }),
  );
