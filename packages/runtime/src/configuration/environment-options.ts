import { resolve } from 'node:path';
import type { Data } from '@ticketgate/sdk';

import { MOST_WORKERS } from './configuration.js';
import { ConfigurationError } from './configuration-error.js';

/** The flags of the command line, which override the environment. */
export interface Flags {
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly data?: string;
}

/** The options that environment and flags carry. Their paths are relative to the working directory. */
export function environmentOptions(environment: NodeJS.ProcessEnv, flags: Flags): Data {
  const host = flags.host ?? present(environment.HOST);
  const port = readPort('--port', flags.port) ?? readPort('PORT', present(environment.PORT));
  const data = flags.data ?? present(environment.TICKETGATE_DATA);
  const url = present(environment.DATABASE_URL);
  return {
    http: { host, port, workers: readWorkers(flags.workers) },
    ...(data === undefined ? {} : { data: resolve(data) }),
    ...(url === undefined ? {} : { database: { url } }),
  };
}

/** An empty variable counts as absent: that is how compose files and shells unset one. */
export function present(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function readWorkers(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const workers = Number(value);
  if (/^\d+$/.test(value) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new ConfigurationError(`--workers is "${value}"; write a whole number from 1 to ${MOST_WORKERS}.`);
}

function readPort(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new ConfigurationError(`${name} is "${value}"; write a port number from 0 to 65535, for example 8080.`);
}
