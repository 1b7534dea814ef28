import { LARGEST_DEFINITION } from '@ticketgate/definition';
import type { StandbysOptions } from '@ticketgate/database/postgres';
import type { JsonSchema } from '@ticketgate/sdk';
import { flag, oneOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { readsSchema } from './reads-schema.js';
import { rolesSchema } from './roles-schema.js';
import { tokensSchema, type TokenConfiguration } from '../invokers/call/http/tokens-schema.js';

/** The largest number of worker processes. */
export const MOST_WORKERS = 64;

/** The maximum depth of the family's JSON decoder. */
const DEEPEST_JSON = 512;

/** The schema of an option with its default. */
type Option<Value> = JsonSchema & { readonly default: Value };

function option<Value>(schema: JsonSchema, byDefault: Value): Option<Value> {
  return { ...schema, default: byDefault };
}

function section<Properties extends JsonSchema>(properties: Properties) {
  // Unlike a definition, this file is not shared with other systems: an unknown key is an error.
  return { type: 'object', description: 'a map', severity: 'error', additionalProperties: false, properties } as const;
}

const trueOrFalse = (byDefault: boolean) => option(flag('true or false'), byDefault);

const flagOrNull = () =>
  option<boolean | null>({ type: ['boolean', 'null'], description: 'true, false or null' }, null);

const whole = (byDefault: number) =>
  option({ type: 'integer', minimum: 1, description: 'a whole number above 0' }, byDefault);

const wholeOrNull = (byDefault: number | null) =>
  option({ type: ['integer', 'null'], minimum: 1, description: 'a whole number above 0, or null' }, byDefault);

const wholeUpTo = (maximum: number, byDefault: number) =>
  option({ type: 'integer', minimum: 1, maximum, description: `a whole number from 1 to ${maximum}` }, byDefault);

const duration = (byDefault: number, minimum = 0) =>
  option({ type: 'number', minimum, description: 'a number of seconds' }, byDefault);

const filledText = (byDefault: string) => option({ type: 'string', minLength: 1, description: 'a text' }, byDefault);

const filledTextOrNull = () =>
  option<string | null>({ type: ['string', 'null'], minLength: 1, description: 'a text, or null' }, null);

const several = (items: { readonly pattern?: string; readonly description?: string }, byDefault: readonly string[]) =>
  option({ type: 'array', items: { type: 'string', ...items }, description: 'a list of texts' }, byDefault);

const texts = (...byDefault: readonly string[]) => several({}, byDefault);

const path = (byDefault: string | null) => option(textOrNull('a path, relative to this file'), byDefault);

const matching = (pattern: string, description: string) =>
  option<string | null>({ type: ['string', 'null'], pattern, description }, null);

const address = (example: string) => matching('^(.+:)?[0-9]{1,5}$', `${example}, for example`);

const databaseURL = () => option<string | null>(textOrNull('postgres://user:password@host:port/database'), null);

const among = <const Word extends string>(words: readonly Word[], byDefault: NoInfer<Word>) =>
  option<Word>(oneOf(words), byDefault);

const plugins = option<readonly (string | { readonly name: string; readonly required?: boolean })[]>(
  {
    type: 'array',
    description: 'a list of names and paths',
    items: {
      type: ['string', 'object'],
      description: 'a name, a path, or { name, required }',
      severity: 'error',
      required: ['name'],
      additionalProperties: false,
      properties: { name: text('the name of a package, or a path'), required: flag('true or false') },
    },
  },
  ['@ticketgate/plugin-session', '@ticketgate/plugin-ticket', '@ticketgate/plugin-faq'],
);

const rolesByGroup = option<Readonly<Record<string, readonly string[]>>>(rolesSchema, {});

/** A host name, without the dot that it may end with elsewhere. */
const NAME = String.raw`[\w-]+(\.[\w-]+)*`;

const ALLOWED_HOST = {
  pattern: String.raw`^\s*((\*\.)?${NAME}|\d+(\.\d+){3}(/(\d|[12]\d|3[0-2]))?|\[?[\dA-Fa-f]*:[\dA-Fa-f:.]*\]?(/(\d{1,2}|1[01]\d|12[0-8]))?)(:\d{1,5})?\s*$`,
  description: 'a host such as api.example.org, *.example.org or intranet:8080, without a scheme',
};

const OCTET = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;

const ADDRESS = {
  pattern: String.raw`^((${OCTET}\.){3}${OCTET}(/(\d|[12]\d|3[0-2]))?|[\dA-Fa-f]*:[\dA-Fa-f:]*(\d+(\.\d+){3})?(/(\d{1,2}|1[01]\d|12[0-8]))?)$`,
  description: 'an address such as 10.0.0.5 or a network such as 10.0.0.0/8',
};

/** Plain HTTP only to this machine. */
const ISSUER = String.raw`^https://.|^http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(/|$)`;

/**
 * The JSON Schema of configuration files, with the defaults of all options. Default paths are relative to `config`. `config/gateway.yml`
 * documents each option; a test keeps the two in step.
 */
export const configurationSchema = section({
  http: section({
    host: option(text('an address or a host name'), '127.0.0.1'),
    port: option({ type: 'integer', minimum: 0, maximum: 65_535, description: 'a port number' }, 8080),
    workers: wholeUpTo(MOST_WORKERS, 1),
    allowInsecureHttp: trueOrFalse(false),
    trustedProxies: several(ADDRESS, []),
    prefix: matching('^(/[\\w~-][\\w.~-]*)+$', 'a path such as /helpdesk, or null'),
    requestTimeout: duration(300),
    keepAliveTimeout: duration(65),
    maxHeaderSize: whole(65_536),
    maxBodySize: whole(100_000_000),
    timeout: duration(60),
    stopTimeout: duration(15),
  }),
  limits: section({
    jsonNodes: whole(100_000),
    jsonKeys: whole(20_000),
    jsonKeyLength: whole(1000),
    jsonDepth: wholeUpTo(DEEPEST_JSON, 512),
    queryParameters: whole(10_000),
    mappingCharacters: whole(10_000_000),
    bodiesInFlight: whole(250_000_000),
    bodiesInFlightPerAddress: whole(125_000_000),
    answersInFlight: whole(250_000_000),
    bodyBytesPerSecond: option({ type: 'number', minimum: 0, description: 'a number of bytes' }, 1000),
    bodyPatience: duration(10),
    fetchSeconds: duration(10, 0.1),
    fetchBytes: whole(10_000_000),
    waitingRequests: whole(200),
    definitionBytes: whole(LARGEST_DEFINITION),
  }),
  tls: section({
    certificate: path(null),
    key: path(null),
    hsts: option({ type: 'integer', minimum: 0, description: 'a number of seconds' }, 31_536_000),
  }),
  data: option(text('a path, relative to this file'), '../var'),
  database: section({
    url: databaseURL(),
    directUrl: databaseURL(),
    pooling: among(['session', 'transaction'], 'session'),
    namedStatements: flagOrNull(),
    // A request with an open transaction may need a second connection.
    poolSize: option({ type: 'integer', minimum: 2, description: 'a whole number above 1' }, 10),
    searchConnections: whole(4),
    statementTimeout: duration(30),
    searchTimeout: duration(5, 0.1),
    reads: option<StandbysOptions | null>(readsSchema, null),
  }),
  log: section({
    level: among(['error', 'warn', 'info', 'debug'], 'info'),
    format: among(['auto', 'pretty', 'json'], 'auto'),
    access: among(['off', 'errors', 'all'], 'off'),
    slowRequest: option<number | null>(
      { type: ['number', 'null'], exclusiveMinimum: 0, description: 'seconds, for example 2, or null' },
      2,
    ),
  }),
  metrics: section({
    listen: address('127.0.0.1:9464'),
    token: option<string | null>(
      { type: ['string', 'null'], minLength: 8, description: 'a text of 8 characters or more' },
      null,
    ),
  }),
  admin: section({
    enabled: trueOrFalse(true),
    listen: address('127.0.0.1:8081'),
    allowedNetworks: several(ADDRESS, ['127.0.0.0/8', '::1']),
    hosts: several({ pattern: `^${NAME}$`, description: 'a host name such as tickets.example.org' }, []),
    sendAgain: texts(),
  }),
  oidc: section({
    issuer: matching(ISSUER, 'an address that begins with https://'),
    name: filledText('single sign-on'),
    clientID: filledTextOrNull(),
    clientSecret: filledTextOrNull(),
    credentials: among(['header', 'body'], 'header'),
    scope: option(
      { type: 'string', pattern: String.raw`(^|\s)openid(\s|$)`, description: 'scopes, of which one is openid' },
      'openid profile email',
    ),
    loginClaim: filledText('preferred_username'),
    emailsVerified: trueOrFalse(false),
    groupsClaim: filledText('groups'),
    roles: rolesByGroup,
    passwordForm: among(['shown', 'folded'], 'shown'),
  }),
  debugLog: section({
    queueLength: whole(10_000),
    queueBytes: whole(64_000_000),
    maxTextLength: whole(100_000),
    maxUnauthenticatedTextLength: whole(2_000),
    unauthenticatedFailures: whole(60),
    keepDays: wholeOrNull(30),
    keepMegabytes: wholeOrNull(1000),
    textIndex: trueOrFalse(false),
  }),
  requester: section({
    // Whether events call invokers; auto: yes, unless attached.
    enabled: among(['auto', 'on', 'off'], 'auto'),
    // Empty allows all hosts but this machine.
    allowedHosts: several(ALLOWED_HOST, []),
    syncLimit: duration(5),
    // For failed calls that no ErrorHandling module decides about.
    retry: among(['none', 'safe'], 'none'),
    maxRetryAfter: duration(86_400),
    maxBody: whole(30_000_000),
    tokens: option<Readonly<Record<string, TokenConfiguration>>>(tokensSchema, {}),
  }),
  cache: section({ maxAge: duration(60), maxAgeAttached: duration(2) }),
  login: section({
    maxFailures: whole(20),
    maxFailuresPerAddress: whole(100),
    maxFailuresPerNetwork: whole(500),
    failureSeconds: duration(300),
    verifications: whole(2),
    waitingVerifications: whole(30),
    cacheSeconds: duration(60),
    slidingSessions: flagOrNull(),
  }),
  plugins,
  documentation: option<'public' | 'off' | null>(
    { enum: ['public', 'off', null], description: 'public, off or null' },
    null,
  ),
  webServices: section({ folder: path('webservices'), watch: trueOrFalse(true), pollInterval: duration(1, 0.1) }),
  catalogue: section({ file: path('catalogue.yml') }),
  audit: section({ keepDays: whole(365) }),
  events: section({
    attempts: whole(10),
    // The last value repeats.
    delays: option<readonly number[]>(
      {
        type: 'array',
        items: { type: 'number', minimum: 0, description: 'a number of seconds' },
        minItems: 1,
        description: 'a list of seconds',
      },
      [2, 10, 60, 300, 1800, 3600],
    ),
    timeout: duration(30, 0.1),
    atATime: whole(4),
    keepDays: whole(30),
    mostWaiting: whole(100_000),
    mostDead: whole(10_000),
  }),
  apply: option<readonly AppliedPart[]>(
    { type: 'array', items: { enum: ['webServices', 'catalogue'] }, description: 'a list' },
    [],
  ),
  // Settings of the family by name. Others have their default, or the value of the host system.
  Settings: option<Readonly<Record<string, unknown>>>(
    { type: ['object', 'null'], description: 'a map of setting names and their values' },
    {},
  ),
});

type OptionsOf<Schema> = Schema extends { readonly default: infer Value }
  ? Value
  : Schema extends { readonly properties: infer Properties }
    ? { readonly [Name in keyof Properties]: OptionsOf<Properties[Name]> }
    : never;

/** The effective options: defaults < configuration files < environment < flags. Paths are absolute. */
export type Configuration = OptionsOf<typeof configurationSchema>;

/** A value of `apply`: a part that an attached system takes from files. */
export type AppliedPart = 'webServices' | 'catalogue';
