import { isData, suggest, textOf, isTrue } from '@ticketgate/sdk';

import { WRITE_TRANSPORT, PROVIDER_TRANSPORTS, providerTransports } from '../provider-transports.js';
import { member, nonEmptyMap } from '../reading/read-record.js';
import { WRITE_REQUESTER_TRANSPORT } from '../requester-transports.js';
import { error, type Rule, warning } from './rule.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import {
  invokersOf,
  operationsOf,
  TRANSPORT_CONFIG,
  restConfigOf,
  ROUTES,
  routesOf,
  transportTypeOf,
  transportConfigOf,
} from './definition-parts.js';
import { readGateway } from '../reading/read-gateway.js';
import { readMaxLength } from '../reading/read-http-options.js';

/** A definition has a Provider or a Requester, each with a Transport. */
export const transportMissing: Rule = ({ config }) => {
  const sides = ['Provider', 'Requester'].filter((side) => config[side] !== undefined && config[side] !== null);
  if (sides.length === 0) {
    const message = 'There is neither a Provider nor a Requester; add Provider with its Transport and Operation.';
    return [error({ code: 'provider-missing', message, path: [] })];
  }
  return sides
    .filter((side) => isData(config[side]) && nonEmptyMap(member(config[side], 'Transport')) === undefined)
    .map((side) =>
      error({
        code: 'transport-missing',
        message: `${side} has no Transport; add one with ${side === 'Provider' ? WRITE_TRANSPORT : WRITE_REQUESTER_TRANSPORT}.`,
        path: [side],
        at: 'key',
      }),
    );
};

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

/** `KeepAlive: 0` closes connections in profile contract only. An empty text is what a host writes for "no" anyway. */
export const keepAlive: Rule = (input) => {
  const { KeepAlive: value } = transportConfigOf(input);
  const isOff = value !== undefined && value !== null && value !== '' && !isTrue(value);
  const { profile = 'contract' } = readGateway(input.config.Gateway) ?? {};
  if (!isOff || profile === 'contract') return [];
  const message = `KeepAlive: 0 has no effect in profile ${profile}: connections stay open between requests. Write Profile: contract below Gateway to have them closed.`;
  return [warning({ code: 'keep-alive-ignored', message, path: [...TRANSPORT_CONFIG, 'KeepAlive'], at: 'key' })];
};

/** MaxLength is a number of bytes; anything else sets no limit. */
export const maxLength: Rule = (input) => {
  const { MaxLength: value } = transportConfigOf(input);
  const path = [...TRANSPORT_CONFIG, 'MaxLength'];
  const bytes = readMaxLength(value);
  if (bytes !== undefined && bytes <= 0) {
    const message = `MaxLength is ${bytes}: every body is too long. Write a number of bytes, for example 100000000.`;
    return [warning({ code: 'max-length', message, path })];
  }
  if (bytes !== undefined || !isTrue(value)) return [];
  const message = `MaxLength is "${textOf(value)}", which sets no limit; write bytes as a number, for example 16000.`;
  return [warning({ code: 'max-length', message, path })];
};
