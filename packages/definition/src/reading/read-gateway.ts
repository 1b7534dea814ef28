import { isTrue, type ProfileName, textOf } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { gatewaySchema } from '../schema/gateway-schema.js';
import { CREDENTIAL_SOURCES, USUAL_SOURCES } from '../credential-sources.js';
import type { GatewayOptions } from '../web-service.js';
import { basePathProblem } from './base-path.js';
import { member } from './read-record.js';

/** The words of each option; the first one is the default of those that have one. */
const { properties: words } = gatewaySchema;

/**
 * Reads `Gateway` and fills in its defaults. Undefined when something in it is wrong: these options decide who may call,
 * so nothing is guessed.
 *
 * @param usualProfile of services that name none
 */
export function readGateway(section: unknown, usualProfile: ProfileName = 'otobo'): GatewayOptions | undefined {
  if (section === undefined || section === null) return readOptions({}, usualProfile);
  if (checkSchema(section, gatewaySchema).length > 0) return undefined;
  const basePath = member(section, 'BasePath');
  return typeof basePath === 'string' && basePathProblem(basePath) !== undefined
    ? undefined
    : readOptions(section, usualProfile);
}

function readOptions(section: unknown, usualProfile: ProfileName): GatewayOptions {
  const answer = oneOf(words.Answer.enum, member(section, 'Answer'));
  const named = member(section, 'Profile');
  const profile = named === undefined ? usualProfile : oneOf(words.Profile.enum, named);
  const basePath = member(section, 'BasePath');
  return {
    profile,
    answer,
    errorStatus: readErrorStatus(member(section, 'ErrorStatus'), answer),
    basePath: basePath === undefined ? undefined : textOf(basePath),
    authentication: readAuthentication(member(section, 'Authentication')),
    transport: readLimits(member(section, 'Transport')),
    signSecret: readSignSecret(member(section, 'Requester')),
    rateLimit: readRateLimit(member(section, 'RateLimit')),
    cors: readCors(member(section, 'Cors')),
    debug: { sample: Number(member(member(section, 'Debug'), 'Sample') ?? 1) },
    customers: readCustomers(member(section, 'Customers')),
    mcp: readMCP(member(section, 'MCP')),
    times: oneOf(words.Times.enum, member(section, 'Times')),
    unknownMembers: readUnknownMembers(member(section, 'UnknownMembers'), profile),
    collapseSingleItem: isTrue(member(section, 'CollapseSingleItem')),
    documentation: readDocumentation(member(section, 'Documentation')),
  };
}

function readErrorStatus(value: unknown, answer: GatewayOptions['answer']): GatewayOptions['errorStatus'] {
  if (value !== undefined) return oneOf(words.ErrorStatus.enum, value);
  return answer === 'flat' ? 'compatible' : 'http';
}

function readUnknownMembers(value: unknown, profile: GatewayOptions['profile']): GatewayOptions['unknownMembers'] {
  if (value !== undefined) return oneOf(words.UnknownMembers.enum, value);
  return profile === 'contract' ? 'refuse' : 'ignore';
}

function readDocumentation(value: unknown): GatewayOptions['documentation'] {
  return value === undefined ? undefined : oneOf(words.Documentation.enum, value);
}

function readAuthentication(section: unknown): GatewayOptions['authentication'] {
  const accept = readTexts(member(section, 'Accept'));
  return {
    accept: accept === undefined ? USUAL_SOURCES : CREDENTIAL_SOURCES.filter((source) => accept.includes(source)),
    onlyAgents: readTexts(member(section, 'OnlyAgents')),
  };
}

function readLimits(section: unknown): GatewayOptions['transport'] {
  const timeout = member(section, 'Timeout');
  return {
    timeout: timeout === undefined ? undefined : Number(timeout),
    hostHeader: readTexts(member(section, 'HostHeader')),
  };
}

function readSignSecret(section: unknown): string | undefined {
  const secret = member(member(section, 'Sign'), 'Secret');
  return secret === undefined ? undefined : textOf(secret);
}

function readRateLimit(section: unknown): GatewayOptions['rateLimit'] {
  if (section === undefined) return undefined;
  return { requests: Number(member(section, 'Requests')), seconds: Number(member(section, 'Seconds')) };
}

function readCors(section: unknown): GatewayOptions['cors'] {
  return section === undefined ? undefined : { origins: readTexts(member(section, 'Origins')) ?? [] };
}

function readCustomers(section: unknown): GatewayOptions['customers'] {
  return section === undefined ? undefined : { may: readTexts(member(section, 'May')) ?? [] };
}

function readMCP(section: unknown): GatewayOptions['mcp'] {
  if (section === undefined) return undefined;
  const schemas = oneOf(words.MCP.properties.Schemas.enum, member(section, 'Schemas'));
  return { operations: readTexts(member(section, 'Operations')) ?? [], schemas };
}

function readTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(textOf) : undefined;
}

/** The value if it is one of the words, else the first of them. */
function oneOf<const Word extends string>(words: readonly [Word, ...Word[]], value: unknown): Word {
  return words.find((word) => word === value) ?? words[0];
}
