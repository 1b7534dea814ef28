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

/** An option that a flag or an environment variable sets. */
interface Input {
  readonly option: string;
  readonly flag?: keyof Flags;
  readonly variable?: string;
  /** Converts the text; `name` is for messages. */
  readonly read: (text: string, name: string) => unknown;
}

const INPUTS: readonly Input[] = [
  { option: 'http.host', flag: 'host', variable: 'HOST', read: (text) => text },
  { option: 'http.port', flag: 'port', variable: 'PORT', read: readPort },
  { option: 'http.workers', flag: 'workers', read: readWorkers },
  { option: 'data', flag: 'data', variable: 'TICKETGATE_DATA', read: (text) => resolve(text) },
  { option: 'database.url', variable: 'DATABASE_URL', read: (text) => text },
];

/** The options that environment and flags set, with their sources. Paths are relative to the working directory. */
export function readEnvironment(
  environment: NodeJS.ProcessEnv,
  flags: Flags,
): { readonly options: Data; readonly sources: OptionSources } {
  const found = INPUTS.flatMap(({ option, flag, variable = '', read }) => {
    const given = flag === undefined ? undefined : flags[flag];
    const text = given ?? nonEmpty(environment[variable]);
    if (text === undefined) return [];
    const source: OptionSource =
      given === undefined ? { kind: 'environment', name: variable } : { kind: 'command line', name: `--${flag}` };
    return [{ option, source, value: read(text, source.name) }];
  });
  const options = found.reduce<Data>((all, { option, value }) => {
    const [section = '', name] = option.split('.');
    const before = all[section];
    return { ...all, [section]: name === undefined ? value : { ...(isData(before) ? before : {}), [name]: value } };
  }, {});
  return { options, sources: new Map(found.map(({ option, source }) => [option, source])) };
}

/** The trimmed value; undefined if it is empty, which is how compose files and shells unset a variable. */
export function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function readWorkers(value: string): number {
  const workers = Number(value);
  if (/^\d+$/.test(value) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new ConfigurationError(`--workers is "${value}"; write a whole number from 1 to ${MOST_WORKERS}.`);
}

function readPort(value: string, name: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new ConfigurationError(`${name} is "${value}"; write a port number from 0 to 65535, for example 8080.`);
}

export interface OptionSource {
  readonly kind: 'file' | 'environment' | 'command line';
  /** The path of the file, the variable, or the flag. */
  readonly name: string;
}

/** Sources by the path of the option, for example `http.port` or `Settings.SystemID`. Other options have their default. */
export type OptionSources = ReadonlyMap<string, OptionSource>;

export function fileSources(options: Data, file: string): OptionSources {
  const source: OptionSource = { kind: 'file', name: file };
  const names = Object.entries(options).flatMap(([section, value]) =>
    isData(value) ? Object.keys(value).map((name) => `${section}.${name}`) : [section],
  );
  return new Map(names.map((name) => [name, source]));
}
