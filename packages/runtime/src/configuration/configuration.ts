import type { JsonSchema } from '@ticketgate/sdk';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** What `apply` may list: what an attached system takes from files. */
export type AppliedPart = 'webServices' | 'catalogue';

/** All options in force: defaults < configuration files < environment < flags. Paths are absolute. */
export interface Configuration {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Processes that serve. */
    readonly workers: number;
    readonly allowInsecureHttp: boolean;
    /** Addresses and networks in CIDR form. */
    readonly trustedProxies: readonly string[];
    /** Seconds. */
    readonly requestTimeout: number;
    /** Seconds. */
    readonly keepAliveTimeout: number;
    /** Bytes. */
    readonly maxHeaderSize: number;
    /** Bytes. */
    readonly maxBodySize: number;
    /** Seconds an operation may take; 0 for no limit. */
    readonly timeout: number;
    /** Seconds that running requests get when the server stops. */
    readonly stopTimeout: number;
  };
  /** What one request, and all of them together, may hold. */
  readonly limits: {
    readonly jsonNodes: number;
    readonly jsonKeys: number;
    /** Bytes. */
    readonly jsonKeyLength: number;
    readonly jsonDepth: number;
    readonly queryParameters: number;
    /** Characters that a mapping compares with patterns. */
    readonly mappingCharacters: number;
    /** Bytes, per process. */
    readonly bodiesInFlight: number;
    /** Bytes, per process. */
    readonly bodiesInFlightPerAddress: number;
    readonly bodyBytesPerSecond: number;
    /** Seconds. */
    readonly bodyPatience: number;
    /** Seconds that a request of an operation to another system may take. */
    readonly fetchSeconds: number;
    /** Bytes of the answer to it. */
    readonly fetchBytes: number;
    /** Requests that wait for their answer, per process; null: as many as are answered in time. */
    readonly waitingRequests: number | null;
    /** Bytes. */
    readonly definitionBytes: number;
  };
  readonly tls: {
    /** PEM file; null: plain HTTP. */
    readonly certificate: string | null;
    readonly key: string | null;
    /** Seconds for which browsers must use HTTPS; 0 to omit the header. */
    readonly hsts: number;
  };
  readonly data: string;
  readonly database: {
    /** Null: the embedded server. */
    readonly url: string | null;
    readonly directUrl: string | null;
    readonly pooling: 'session' | 'transaction';
    readonly namedStatements: boolean | null;
    readonly poolSize: number;
    readonly searchConnections: number;
    /** Seconds. */
    readonly statementTimeout: number;
    /** Seconds that a search may take. */
    readonly searchTimeout: number;
  };
  readonly log: {
    readonly level: LogLevel;
    readonly format: 'auto' | 'pretty' | 'json';
    /** Which requests have a line on standard output. */
    readonly access: 'off' | 'errors' | 'all';
    readonly accessFormat: 'json' | 'combined';
    /** Seconds after which a request is logged as slow; null: none is. */
    readonly slowRequest: number | null;
  };
  readonly metrics: {
    /** `host:port` of their own; null: they have none. */
    readonly listen: string | null;
    /** With it they are at `/metrics` of the web services too. */
    readonly token: string | null;
  };
  readonly admin: {
    readonly enabled: boolean;
    /** `host:port` of its own; null: the address of the web services. */
    readonly listen: string | null;
    /** Addresses and networks in CIDR form. */
    readonly allowedNetworks: readonly string[];
    /** Names of this server, besides its own. */
    readonly hosts: readonly string[];
  };
  readonly debugLog: {
    /** Requests. */
    readonly queueLength: number;
    readonly queueBytes: number;
    /** Characters. */
    readonly maxTextLength: number;
    /** Characters, of requests that failed before their caller was known. */
    readonly maxStrangerTextLength: number;
    /** So many of these are recorded a minute. */
    readonly strangerFailures: number;
    /** Null: for ever. */
    readonly keepDays: number | null;
    /** Null: any number. */
    readonly keepMegabytes: number | null;
    /** Trigrams of all recorded texts; never on an attached database. */
    readonly textIndex: boolean;
  };
  /** As a plugin lists hosts; empty: every host but this machine. */
  readonly requester: { readonly allowedHosts: readonly string[] };
  readonly cache: {
    /** Seconds. */
    readonly maxAge: number;
    /** Seconds, for attached systems: the host does not notify us of its changes. */
    readonly maxAgeAttached: number;
  };
  readonly login: {
    /** Failed logins per login and address; then more are refused until they are old. */
    readonly maxFailures: number;
    readonly maxFailuresPerAddress: number;
    readonly maxFailuresPerNetwork: number;
    /** Seconds that a failed login counts. */
    readonly failureSeconds: number;
    /** Passwords verified at a time, per process. */
    readonly verifications: number;
    /** Verifications that may wait, per process; more are refused at once. */
    readonly waitingVerifications: number;
    /** Seconds that a verified password is remembered; 0 for not at all. */
    readonly cacheSeconds: number;
    /** Null: yes, unless attached. */
    readonly slidingSessions: boolean | null;
  };
  /** Package names or absolute paths; one that is required keeps the server from starting when it is broken. */
  readonly plugins: readonly (string | { readonly name: string; readonly required?: boolean })[];
  /** The default for web services that do not say; null: public, unless attached. */
  readonly documentation: 'public' | 'off' | null;
  readonly webServices: { readonly folder: string | null; readonly watch: boolean; readonly pollInterval: number };
  readonly catalogue: { readonly file: string | null };
  readonly audit: { readonly keepDays: number };
  readonly events: {
    /** Until an event is dead. */
    readonly attempts: number;
    /** Seconds from each attempt to the next; the last one holds for all that follow. */
    readonly delays: readonly number[];
    /** Seconds that a handler may take. */
    readonly timeout: number;
    /** Events of one plugin. */
    readonly atATime: number;
    readonly keepDays: number;
    /** Events of one plugin. */
    readonly mostWaiting: number;
    /** Events of one plugin. */
    readonly mostDead: number;
  };
  readonly apply: readonly AppliedPart[];
  /** Settings of the family by name; those not named here have their default or the host's value. */
  readonly Settings: Readonly<Record<string, unknown>>;
}

/** More processes than any machine can use. */
export const MOST_WORKERS = 64;

/** As deep as the family's decoder goes. */
const DEEPEST_JSON = 512;

const seconds = { type: 'number', minimum: 0, description: 'a number of seconds' } as const;
const whole = { type: 'integer', minimum: 1, description: 'a whole number above 0' } as const;
const wholeOrNull = { type: ['integer', 'null'], minimum: 1, description: 'a whole number above 0, or null' } as const;
const flag = { type: 'boolean', description: 'true or false' } as const;
const path = { type: ['string', 'null'], description: 'a path, relative to this file' } as const;
const address = { type: ['string', 'null'], pattern: '^(.+:)?[0-9]{1,5}$' } as const;
const texts = { type: 'array', items: { type: 'string' }, description: 'a list of texts' } as const;

function section<Properties extends JsonSchema>(properties: Properties) {
  // Unlike a definition, nobody else reads this file: an unknown key is a mistake.
  return { type: 'object', description: 'a map', severity: 'error', additionalProperties: false, properties } as const;
}

/** JSON Schema of one configuration file; every option may be left out. */
export const configurationSchema = section({
  http: section({
    host: { type: 'string', description: 'an address or a host name' },
    port: { type: 'integer', minimum: 0, maximum: 65_535, description: 'a port number' },
    workers: { ...whole, maximum: MOST_WORKERS, description: `a whole number from 1 to ${MOST_WORKERS}` },
    allowInsecureHttp: flag,
    trustedProxies: texts,
    requestTimeout: seconds,
    keepAliveTimeout: seconds,
    maxHeaderSize: whole,
    maxBodySize: whole,
    timeout: seconds,
    stopTimeout: seconds,
  }),
  limits: section({
    jsonNodes: whole,
    jsonKeys: whole,
    jsonKeyLength: whole,
    jsonDepth: { ...whole, maximum: DEEPEST_JSON, description: `a whole number from 1 to ${DEEPEST_JSON}` },
    queryParameters: whole,
    mappingCharacters: whole,
    bodiesInFlight: whole,
    bodiesInFlightPerAddress: whole,
    bodyBytesPerSecond: { ...seconds, description: 'a number of bytes' },
    bodyPatience: seconds,
    fetchSeconds: { ...seconds, minimum: 0.1 },
    fetchBytes: whole,
    waitingRequests: { type: ['integer', 'null'], minimum: 1, description: 'a whole number above 0, or null' },
    definitionBytes: whole,
  }),
  tls: section({ certificate: path, key: path, hsts: { ...seconds, type: 'integer' } }),
  data: { type: 'string', description: 'a path, relative to this file' },
  database: section({
    url: { type: ['string', 'null'], description: 'postgres://user:password@host:port/database' },
    directUrl: { type: ['string', 'null'], description: 'postgres://user:password@host:port/database' },
    pooling: { enum: ['session', 'transaction'] },
    namedStatements: { type: ['boolean', 'null'], description: 'true, false or null' },
    // A request that holds a transaction may need another connection.
    poolSize: { ...whole, minimum: 2, description: 'a whole number above 1' },
    searchConnections: whole,
    statementTimeout: seconds,
    searchTimeout: { ...seconds, minimum: 0.1 },
  }),
  log: section({
    level: { enum: ['error', 'warn', 'info', 'debug'] },
    format: { enum: ['auto', 'pretty', 'json'] },
    access: { enum: ['off', 'errors', 'all'] },
    accessFormat: { enum: ['json', 'combined'] },
    slowRequest: { type: ['number', 'null'], exclusiveMinimum: 0, description: 'seconds, for example 2, or null' },
  }),
  metrics: section({
    listen: { ...address, description: '127.0.0.1:9464, for example' },
    token: { type: ['string', 'null'], minLength: 8, description: 'a text of 8 characters or more' },
  }),
  admin: section({
    enabled: flag,
    listen: { ...address, description: '127.0.0.1:8081, for example' },
    allowedNetworks: texts,
    hosts: texts,
  }),
  debugLog: section({
    queueLength: whole,
    queueBytes: whole,
    maxTextLength: whole,
    maxStrangerTextLength: whole,
    strangerFailures: whole,
    keepDays: wholeOrNull,
    keepMegabytes: wholeOrNull,
    textIndex: flag,
  }),
  requester: section({ allowedHosts: texts }),
  cache: section({ maxAge: seconds, maxAgeAttached: seconds }),
  login: section({
    maxFailures: whole,
    maxFailuresPerAddress: whole,
    maxFailuresPerNetwork: whole,
    failureSeconds: seconds,
    verifications: whole,
    waitingVerifications: whole,
    cacheSeconds: seconds,
    slidingSessions: { type: ['boolean', 'null'], description: 'true, false or null' },
  }),
  plugins: {
    type: 'array',
    description: 'a list of names and paths',
    items: {
      type: ['string', 'object'],
      description: 'a name, a path, or { name, required }',
      severity: 'error',
      required: ['name'],
      additionalProperties: false,
      properties: { name: { type: 'string', description: 'the name of a package, or a path' }, required: flag },
    },
  },
  documentation: { enum: ['public', 'off', null], description: 'public, off or null' },
  webServices: section({ folder: path, watch: flag, pollInterval: { ...seconds, minimum: 0.1 } }),
  catalogue: section({ file: path }),
  audit: section({ keepDays: whole }),
  events: section({
    attempts: whole,
    delays: { type: 'array', items: seconds, minItems: 1, description: 'a list of seconds' },
    timeout: { ...seconds, minimum: 0.1 },
    atATime: whole,
    keepDays: whole,
    mostWaiting: whole,
    mostDead: whole,
  }),
  apply: { type: 'array', items: { enum: ['webServices', 'catalogue'] }, description: 'a list' },
  Settings: { type: ['object', 'null'], description: 'a map of setting names and their values' },
});
