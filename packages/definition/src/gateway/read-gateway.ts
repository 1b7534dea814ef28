import { isTrue, toText, type ProfileName } from '@ticketgate/sdk';
import { checkSchema, declareMessages, type Message, type Unchanged, type ValueOf } from '@ticketgate/sdk/schema';

import { CREDENTIAL_SOURCES, USUAL_SOURCES, ZNUNY_SOURCES, type CredentialSource } from './credential-sources.js';
import { gatewaySchema } from './gateway-schema.js';

type Written = ValueOf<typeof gatewaySchema>;

export type GatewayOptions = Unchanged<ReturnType<typeof withDefaults>>;

/**
 * Reads `Gateway` and fills in its defaults. Undefined if anything in it is wrong: these options decide who may call, so nothing is guessed.
 *
 * @param usualProfile the profile of services that name none
 * @param isSOAP over SOAP, Znuny reads no credentials from headers
 */
export function readGateway(
  section: unknown,
  usualProfile: ProfileName = 'otobo',
  isSOAP = false,
): GatewayOptions | undefined {
  if (section === undefined || section === null) return withDefaults({}, usualProfile, isSOAP);
  if (checkSchema(section, gatewaySchema).length > 0) return undefined;
  const written = section as Written; // a cast: `checkSchema` has found nothing
  const { BasePath: path } = written;
  return path !== undefined && basePathProblem(path) !== undefined
    ? undefined
    : withDefaults(written, usualProfile, isSOAP);
}

function withDefaults(written: Written, usualProfile: ProfileName, isSOAP: boolean) {
  const { Profile: profile = usualProfile, Answer: answer = 'flat' } = written;
  return {
    profile,
    answer,
    errorStatus: written.ErrorStatus ?? (answer === 'flat' ? 'compatible' : 'http'),
    /** Members and parameters of requests that operations do not know. */
    unknownMembers: written.UnknownMembers ?? (profile === 'contract' ? 'refuse' : 'ignore'),
    collapseSingleItem: isTrue(written.CollapseSingleItem),
    basePath: written.BasePath,
    /** Undefined: the server's setting. */
    documentation: written.Documentation,
    ...callers(written, profile === 'znuny' && !isSOAP ? ZNUNY_SOURCES : USUAL_SOURCES),
    ...limits(written),
  };
}

function callers(
  { Authentication = {}, Requester, Cors, Customers, MCP }: Written,
  usual: readonly CredentialSource[],
) {
  const { Accept, OnlyAgents } = Authentication;
  return {
    authentication: {
      accept: Accept === undefined ? usual : CREDENTIAL_SOURCES.filter((source) => Accept.includes(source)),
      /** Undefined: every agent and customer. */
      onlyAgents: OnlyAgents?.map(toText),
    },
    /** The secret that signs requests of invokers; undefined: they are not signed. */
    signSecret: Requester?.Sign && toText(Requester.Sign.Secret),
    cors: Cors && { origins: Cors.Origins.map(toText) },
    /** Members that customers may set in addition to their own. Undefined: none in profile contract, all of them in others. */
    customers: Customers && { may: Customers.May.map(toText) },
    /** The operations that AI agents get as tools, by name, and how much of their input is described; undefined: none. */
    mcp: MCP && { operations: MCP.Operations.map(toText), schemas: MCP.Schemas ?? 'short' },
  };
}

function limits({ Transport: { Timeout, HostHeader } = {}, RateLimit, Debugger }: Written) {
  return {
    transport: {
      /** Seconds; undefined for the server's own limit. */
      timeout: Timeout === undefined ? undefined : Number(Timeout),
      /** Undefined: every host name. */
      hostHeader: HostHeader?.map(toText),
    },
    rateLimit: RateLimit && { requests: Number(RateLimit.Requests), seconds: Number(RateLimit.Seconds) },
    /** Whether failed requests are recorded completely, whatever the threshold is. */
    keepsFailures: isTrue(Debugger?.Failures),
  };
}

const say = declareMessages({
  'base-path.start': `must start with "/"`,
  'base-path.everything': `would take every path; name at least one segment`,
  'base-path.end': `must not end with "/"`,
  'base-path.characters': `may have only letters, digits, ".", "_", "~" and "-" between its slashes`,
  'base-path.dots': `must not have "." or ".." as a segment`,
  'base-path.family': `contains "nph-genericinterface.pl", where all web services are served`,
  'base-path.reserved': `starts with "/{reserved}", which the server answers itself`,
});

const RESERVED_SEGMENTS: readonly string[] = [
  'admin',
  'docs',
  'healthz',
  'metrics',
  'readyz',
  'Webservice',
  'WebserviceID',
];

/** Why a `Gateway.BasePath` cannot be served; undefined if it can. */
export function basePathProblem(path: string): Message | undefined {
  if (!path.startsWith('/')) return say('base-path.start');
  if (path === '/') return say('base-path.everything');
  if (path.endsWith('/')) return say('base-path.end');
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return say('base-path.characters');
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => segment === '.' || segment === '..')) return say('base-path.dots');
  if (segments.includes('nph-genericinterface.pl')) return say('base-path.family');
  const reserved = RESERVED_SEGMENTS.find((segment) => segment === segments[0]);
  return reserved === undefined ? undefined : say('base-path.reserved', { reserved });
}
