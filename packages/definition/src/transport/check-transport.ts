import { isData, suggest, toText, isTrue } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { PROVIDER_TRANSPORTS, providerTransports } from './provider-transports.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';
import { requesterTransports } from './requester-transports.js';
import type { Rule } from '../check/rule.js';
import { declareDiagnostics } from '../check/diagnostic.js';
import {
  findInvokers,
  findOperations,
  TRANSPORT_CONFIG,
  ROUTES,
  findRoutes,
  nameTransport,
  pickTransport,
} from '../check/definition-parts.js';
import { readGateway } from '../gateway/read-gateway.js';
import { readMaxLength } from './read-http-options.js';

const { error, warning, say } = declareDiagnostics(
  {
    'provider-missing': `There is neither a Provider nor a Requester; add Provider with its Transport and Operation.`,
    'transport-missing': `{side} has no Transport; add one with {types}.`,
    'transport-missing.types': `Type: {first} or {second}`,
    'transport-not-served.nothing': `The definition has no operations and no type of transport, so it has nothing to serve.`,
    'transport-not-served': `{came}: requests to this service are answered with 404, at nph-genericinterface.pl with an empty 500. Write {types} to have it served.`,
    'transport-not-served.no-type': `The transport has no Type`,
    'transport-not-served.type': `The transport "{type}" is stored but not served`,
    'option-not-served.error-handling': `ErrorHandling is kept and not run. It never changes an answer; failed requests are in the debug log.`,
    'option-not-served.parser': `{key} is not served: bodies are read as JSON. Remove the key.`,
    'keep-alive-ignored': `KeepAlive: 0 has no effect in profile {profile}: connections stay open between requests. Write Profile: contract below Gateway to have them closed.`,
    'max-length.nothing-fits': `MaxLength is {bytes}: every body is too long. Write a number of bytes, for example 100000000.`,
    'max-length.no-number': `MaxLength is "{value}", which sets no limit; write bytes as a number, for example 16000.`,
  },
  { 'transport-not-served': { of: 'service', stops: true }, 'max-length': { of: 'service', stops: false } },
);

const transportMissing: Rule = ({ config }) => {
  const sides = ['Provider', 'Requester'].filter((side) => config[side] !== undefined && config[side] !== null);
  if (sides.length === 0) return [error('provider-missing', { path: [] })];
  return sides
    .filter((side) => isData(config[side]) && nonEmptyMap(member(config[side], 'Transport')) === undefined)
    .map((side) => {
      const types = sayTypes(side === 'Provider' ? providerTransports : requesterTransports);
      return error('transport-missing', { path: [side], at: 'key' }, { side, types });
    });
};

function sayTypes(transports: ReadonlyMap<string, unknown>) {
  const [first = '', second = ''] = transports.keys();
  return say('transport-missing.types', { first, second });
}

/** Checks shapes and keys of `Provider.Transport.Config`, which differ by transport. */
const transportConfig: Rule = (input) => {
  const config = pickTransport(input);
  const served = providerTransports.get(nameTransport(input));
  return served === undefined || Object.keys(config).length === 0
    ? []
    : checkSchema(config, served.schema, TRANSPORT_CONFIG);
};

/** Parts of definitions that are kept but not served: other transports, error handling, parsers of bodies. */
const notServed: Rule = (input) => [...transport(input), ...errorHandling(input), ...parsers(input)];

const transport: Rule = (input) => {
  const type = nameTransport(input);
  if (
    !isData(input.config.Provider) ||
    providerTransports.has(type) ||
    nonEmptyMap(input.config.Provider.Transport) === undefined
  )
    return [];
  const isEmpty = findOperations(input).length === 0;
  // The family writes such a part into each definition that only has a Requester.
  if (isEmpty && findInvokers(input).length > 0) return [];
  if (type === '' && isEmpty) return [warning('transport-not-served.nothing', { path: ['Provider', 'Transport'] })];
  const came = type === '' ? say('transport-not-served.no-type') : say('transport-not-served.type', { type });
  const spot = { path: ['Provider', 'Transport', 'Type'], suggestion: suggest(type, PROVIDER_TRANSPORTS) };
  return [warning('transport-not-served', spot, { came, types: sayTypes(providerTransports) })];
};

const errorHandling: Rule = ({ config }) => {
  if (nonEmptyMap(member(config.Provider, 'ErrorHandling')) === undefined) return [];
  return [warning('option-not-served.error-handling', { path: ['Provider', 'ErrorHandling'], at: 'key' })];
};

const parsers: Rule = (input) =>
  findRoutes(input).flatMap(([name, entry]) =>
    ['ParserBackend', 'ParserBackendParameter']
      .filter((key) => (isData(entry[key]) ? nonEmptyMap(entry[key]) : !['', 'JSON'].includes(toText(entry[key]))))
      .map((key) => {
        const spot = { path: [...ROUTES, name, key], at: 'key' } as const;
        return warning('option-not-served.parser', spot, { key });
      }),
  );

/** `KeepAlive: 0` only closes connections in profile contract. Hosts write an empty text for "no". */
const keepAlive: Rule = (input) => {
  const { KeepAlive: value } = pickTransport(input);
  const isOff = value !== undefined && value !== null && value !== '' && !isTrue(value);
  const { profile = 'contract' } = readGateway(input.config.Gateway) ?? {};
  if (!isOff || profile === 'contract') return [];
  return [warning('keep-alive-ignored', { path: [...TRANSPORT_CONFIG, 'KeepAlive'], at: 'key' }, { profile })];
};

/** MaxLength is a number of bytes; anything else sets no limit. */
const maxLength: Rule = (input) => {
  const { MaxLength: value } = pickTransport(input);
  const path = [...TRANSPORT_CONFIG, 'MaxLength'];
  const bytes = readMaxLength(value);
  if (bytes !== undefined && bytes <= 0)
    return [warning('max-length.nothing-fits', { path }, { bytes: String(bytes) })];
  if (bytes !== undefined || !isTrue(value)) return [];
  return [warning('max-length.no-number', { path }, { value: toText(value) })];
};

export const transportRules: readonly Rule[] = [transportMissing, notServed, transportConfig, maxLength, keepAlive];
