import type { Configuration } from './configuration.js';
import type { OptionSources } from './option-sources.js';

/** The configuration together with where it came from. */
export interface LoadedConfiguration {
  readonly configuration: Configuration;
  readonly sources: OptionSources;
  /** Absolute paths, in the order in which they were applied. */
  readonly files: readonly string[];
  /** The folder that holds `config`: plugins by name are looked for from here, too. */
  readonly root: string;
}
