import { isData, type Data } from '@ticketgate/sdk';

import { present, type Flags } from './environment-options.js';

/** Where the value of an option stands. */
export interface OptionSource {
  readonly kind: 'file' | 'environment' | 'command line';
  /** The path of the file, the variable, or the flag. */
  readonly name: string;
}

/** By the path of the option, for example `http.port` or `Settings.SystemID`; what is not in it has its default. */
export type OptionSources = ReadonlyMap<string, OptionSource>;

/** The options that one file sets, as they are laid over those before. */
export function fileSources(options: Data, file: string): OptionSources {
  const source: OptionSource = { kind: 'file', name: file };
  const names = Object.entries(options).flatMap(([section, value]) =>
    isData(value) ? Object.keys(value).map((name) => `${section}.${name}`) : [section],
  );
  return new Map(names.map((name) => [name, source]));
}

/** The options of environment and flags; flags come last. */
export function environmentSources(environment: NodeJS.ProcessEnv, flags: Flags): OptionSources {
  const variables = VARIABLES.filter(([variable]) => present(environment[variable]) !== undefined);
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
