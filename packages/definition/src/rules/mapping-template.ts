import { isData, isTrue, textOf } from '@ticketgate/sdk';
import { findTemplateProblem } from '../xslt/index.js';

import { member } from '../reading/read-record.js';
import { mappingsOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Templates of Mapping XSLT are stylesheets; with one that is not, everything that is mapped by it fails. */
export const mappingTemplate: Rule = (input) =>
  mappingsOf(input).flatMap(({ effect, mapping, path }) => {
    const config = member(mapping, 'Config');
    const template = member(config, 'Template');
    if (textOf(member(mapping, 'Type')) !== 'XSLT' || !isData(config) || !isTrue(template)) return [];
    const problem = findTemplateProblem(textOf(template));
    if (problem === undefined) return [];
    const line = problem.line === undefined ? '' : `, in line ${problem.line} of it`;
    const message = `The XSLT template cannot be used${line}: ${problem.message}. Correct it; until then ${effect}.`;
    const place = { path: [...path, 'Config', 'Template'], textLine: problem.line };
    return [warning({ code: 'template-syntax', message, ...place })];
  });
