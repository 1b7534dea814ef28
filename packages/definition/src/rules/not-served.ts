import { isData, suggest } from '@ticketgate/sdk';

import { textOf } from '../perl-truth.js';
import { member, nonEmptyMap } from '../reading/read-record.js';
import { OPERATIONS, operationsOf, transportTypeOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** What is kept in definitions and not served: other transports, XSLT, the requester. */
export const notServed: Rule = (input) => [...transport(input), ...stylesheets(input), ...requester(input)];

const transport: Rule = (input) => {
  const type = transportTypeOf(input);
  if (
    !isData(input.config.Provider) ||
    type === 'HTTP::REST' ||
    nonEmptyMap(input.config.Provider.Transport) === undefined
  )
    return [];
  const came = type === '' ? 'The transport has no Type' : `The transport "${type}" is kept and not served`;
  const message = `${came}: requests to this service are answered with 404, at nph-genericinterface.pl with an empty 500. Write Type: HTTP::REST to have it served.`;
  const suggestion = suggest(type, ['HTTP::REST']);
  return [
    { severity: 'warning', code: 'transport-not-served', message, path: ['Provider', 'Transport', 'Type'], suggestion },
  ];
};

const stylesheets: Rule = (input) =>
  operationsOf(input).flatMap(([name, operation]) =>
    ['MappingInbound', 'MappingOutbound']
      .filter((mapping) => textOf(member(operation[mapping], 'Type')) === 'XSLT')
      .map((mapping) => ({
        severity: 'warning' as const,
        code: 'mapping-not-served',
        message: `XSLT mappings are kept and not served: each request to "${name}" is answered with a fault. Use Type: Simple, or {} for none.`,
        path: [...OPERATIONS, name, mapping, 'Type'],
      })),
  );

const requester: Rule = ({ config }) => {
  if (nonEmptyMap(member(config.Requester, 'Invoker')) === undefined) return [];
  const message = 'Invokers are kept and never run: this gateway sends no requests of its own.';
  return [{ severity: 'warning', code: 'requester-not-served', message, path: ['Requester', 'Invoker'], at: 'key' }];
};
