import { resolve } from 'node:path';
import { type Data, isData } from '@ticketgate/sdk';

import { MOST_WORKERS } from './configuration.js';
import { ConfigurationError } from './configuration-error.js';

/** The flags of the command line, which override the environment. */
export interface Flags {
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly data?: string;
}

/** The options that environment and flags set. Their paths are relative to the working directory. */
export function environmentOptions(environment: NodeJS.ProcessEnv, flags: Flags): Data {
  const host = flags.host ?? nonEmpty(environment.HOST);
  const port = readPort('--port', flags.port) ?? readPort('PORT', nonEmpty(environment.PORT));
  const data = flags.data ?? nonEmpty(environment.TICKETGATE_DATA);
  const url = nonEmpty(environment.DATABASE_URL);
  return {
    http: { host, port, workers: readWorkers(flags.workers) },
    ...(data === undefined ? {} : { data: resolve(data) }),
    ...(url === undefined ? {} : { database: { url } }),
  };
}

/** The trimmed value; undefined if it is empty, which is how compose files and shells unset a variable. */
export function nonEmpty(value: string | undefined): string | undefined {
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

/** The place where an option is set. */
export interface OptionSource {
  readonly kind: 'file' | 'environment' | 'command line';
  /** The path of the file, the variable, or the flag. */
  readonly name: string;
}

/** Sources by the path of the option, for example `http.port` or `Settings.SystemID`. Other options have their default. */
export type OptionSources = ReadonlyMap<string, OptionSource>;

/** The sources of the options that a file sets. */
export function fileSources(options: Data, file: string): OptionSources {
  const source: OptionSource = { kind: 'file', name: file };
  const names = Object.entries(options).flatMap(([section, value]) =>
    isData(value) ? Object.keys(value).map((name) => `${section}.${name}`) : [section],
  );
  return new Map(names.map((name) => [name, source]));
}

/** The sources of the options that environment and flags set; flags override the environment. */
export function environmentSources(environment: NodeJS.ProcessEnv, flags: Flags): OptionSources {
  const variables = VARIABLES.filter(([variable]) => nonEmpty(environment[variable]) !== undefined);
  const given = FLAGS.filter(([flag]) => flags[flag] !== undefined);
  return new Map<string, OptionSource>([
    ...variables.map(([name, option]): [string, OptionSource] => [option, { kind: 'environment', name }]),
    ...given.map(([flag, option]): [string, OptionSource] => [option, { kind: 'command line', name: `--${flag}` }]),
  ]);
}

const VARIABLES = [
  ['HOST', 'http.host'],
  ['PORT', 'http.port'],
  ['TICKETGATE_DATA', 'data'],
  ['DATABASE_URL', 'database.url'],
] as const;

const FLAGS = [
  ['host', 'http.host'],
  ['port', 'http.port'],
  ['workers', 'http.workers'],
  ['data', 'data'],
] as const satisfies readonly (readonly [keyof Flags, string])[];
