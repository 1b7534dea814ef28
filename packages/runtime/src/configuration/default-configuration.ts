import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST_DEFINITION } from '@ticketgate/definition';

import type { Configuration } from './configuration.js';

const DEBUG_LOG: Configuration['debugLog'] = {
  queueLength: 10_000,
  queueBytes: 64_000_000,
  maxTextLength: 100_000,
  maxStrangerTextLength: 2_000,
  strangerFailures: 60,
  keepDays: 30,
  keepMegabytes: 1000,
  textIndex: false,
};

const LOGIN: Configuration['login'] = {
  maxFailures: 20,
  maxFailuresPerAddress: 100,
  maxFailuresPerNetwork: 500,
  failureSeconds: 300,
  verifications: 2,
  waitingVerifications: 30,
  cacheSeconds: 60,
  slidingSessions: null,
};

const LIMITS: Configuration['limits'] = {
  jsonNodes: 100_000,
  jsonKeys: 20_000,
  jsonKeyLength: 1000,
  jsonDepth: 512,
  queryParameters: 10_000,
  mappingCharacters: 10_000_000,
  bodiesInFlight: 250_000_000,
  bodiesInFlightPerAddress: 125_000_000,
  bodyBytesPerSecond: 1000,
  bodyPatience: 10,
  fetchSeconds: 10,
  fetchBytes: 10_000_000,
  waitingRequests: null,
  definitionBytes: LARGEST_DEFINITION,
};

const EVENTS: Configuration['events'] = {
  attempts: 10,
  delays: [2, 10, 60, 300, 1800, 3600],
  timeout: 30,
  atATime: 4,
  keepDays: 30,
  mostWaiting: 100_000,
  mostDead: 10_000,
};

/** The options that nobody has set. `config/gateway.yml` repeats each with a comment; a test keeps the two in step. */
export function defaultConfiguration(root: string): Configuration {
  return {
    http: {
      host: '127.0.0.1',
      port: 8080,
      workers: 1,
      allowInsecureHttp: false,
      trustedProxies: [],
      requestTimeout: 300,
      keepAliveTimeout: 65,
      maxHeaderSize: 65_536,
      maxBodySize: 100_000_000,
      timeout: 60,
      stopTimeout: 15,
    },
    limits: LIMITS,
    tls: { certificate: null, key: null, hsts: 31_536_000 },
    data: join(root, 'var'),
    database: {
      url: null,
      directUrl: null,
      pooling: 'session',
      namedStatements: null,
      poolSize: 10,
      searchConnections: 4,
      statementTimeout: 30,
      searchTimeout: 5,
    },
    log: { level: 'info', format: 'auto', access: 'off', accessFormat: 'json', slowRequest: 2 },
    metrics: { listen: null, token: null },
    admin: { enabled: true, listen: null, allowedNetworks: ['127.0.0.0/8', '::1'], hosts: [] },
    debugLog: DEBUG_LOG,
    requester: { allowedHosts: [] },
    cache: { maxAge: 60, maxAgeAttached: 2 },
    login: LOGIN,
    plugins: ['@ticketgate/plugin-session', '@ticketgate/plugin-ticket', '@ticketgate/plugin-faq'],
    documentation: null,
    webServices: { folder: join(root, 'config', 'webservices'), watch: true, pollInterval: 1 },
    catalogue: { file: present(join(root, 'config', 'catalogue.yml')) },
    audit: { keepDays: 365 },
    events: EVENTS,
    apply: [],
    Settings: {},
  };
}

/** A folder without our files is a system as well. */
function present(file: string): string | null {
  return existsSync(file) ? file : null;
}
