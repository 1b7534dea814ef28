import { isData, suggest, textOf } from '@ticketgate/sdk';

import { PROVIDER_TRANSPORTS, providerTransports, WRITE_TRANSPORT } from '../provider-transports.js';
import { member, nonEmptyMap } from '../reading/read-record.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import {
  invokersOf,
  operationsOf,
  TRANSPORT_CONFIG,
  restConfigOf,
  ROUTES,
  routesOf,
  transportTypeOf,
} from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Parts of definitions that are kept and not served: other transports, error handling, parsers of bodies. */
export const notServed: Rule = (input) => [
  ...transport(input),
  ...errorHandling(input),
  ...parsers(input),
  ...uploads(input),
];

/** The finding of definitions that serve nothing. */
const NOTHING: Finding = warning({
  code: 'transport-not-served',
  message: 'The definition has no operations and no type of transport, so it has nothing to serve.',
  path: ['Provider', 'Transport'],
});

const transport: Rule = (input) => {
  const type = transportTypeOf(input);
  if (
    !isData(input.config.Provider) ||
    providerTransports.has(type) ||
    nonEmptyMap(input.config.Provider.Transport) === undefined
  )
    return [];
  const isEmpty = operationsOf(input).length === 0;
  // The family writes such a part into each definition that only sends.
  if (isEmpty && invokersOf(input).length > 0) return [];
  if (type === '' && isEmpty) return [{ ...NOTHING }];
  const came = type === '' ? 'The transport has no Type' : `The transport "${type}" is stored but not served`;
  const message = `${came}: requests to this service are answered with 404, at nph-genericinterface.pl with an empty 500. Write ${WRITE_TRANSPORT} to have it served.`;
  const suggestion = suggest(type, PROVIDER_TRANSPORTS);
  return [warning({ code: 'transport-not-served', message, path: ['Provider', 'Transport', 'Type'], suggestion })];
};

const errorHandling: Rule = ({ config }) => {
  if (nonEmptyMap(member(config.Provider, 'ErrorHandling')) === undefined) return [];
  const message =
    'ErrorHandling is kept and not run. It never changes an answer; failed requests are in the debug log.';
  return [optionNotServed(message, ['Provider', 'ErrorHandling'])];
};

const parsers: Rule = (input) =>
  routesOf(input).flatMap(([name, { ParserBackend: parser }]) => {
    if (textOf(parser) === '' || textOf(parser) === 'JSON') return [];
    const message = `ParserBackend is "${textOf(parser)}" and is not served: bodies are read as JSON. Remove the key.`;
    return [optionNotServed(message, [...ROUTES, name, 'ParserBackend'])];
  });

const uploads: Rule = (input) => {
  if (textOf(restConfigOf(input).PostParamName) === '') return [];
  const message = 'PostParamName is not served: a body is JSON, not an uploaded file. Remove the key.';
  return [optionNotServed(message, [...TRANSPORT_CONFIG, 'PostParamName'])];
};

function optionNotServed(message: string, path: YamlPath): Finding {
  return warning({ code: 'option-not-served', message, path, at: 'key' });
}
