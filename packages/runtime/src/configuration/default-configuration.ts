import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isData, type Data, type JsonSchema } from '@ticketgate/sdk';

import { configurationSchema, type Configuration } from './configuration.js';

/** The defaults of all options, with paths below `root`. */
export function defaultConfiguration(root: string): Configuration {
  // The schema has a default of the right type for each option.
  const options = defaultsOf(configurationSchema) as unknown as Configuration;
  const { data, webServices, catalogue } = options;
  const inConfig = (path: string | null) => join(root, 'config', path ?? '');
  const file = inConfig(catalogue.file);
  return {
    ...options,
    data: inConfig(data),
    webServices: { ...webServices, folder: inConfig(webServices.folder) },
    // The default file is optional.
    catalogue: { file: existsSync(file) ? file : null },
  };
}

function defaultsOf({ properties }: JsonSchema): Data {
  const schemas = Object.entries(isData(properties) ? properties : {});
  const valueOf = (schema: unknown) =>
    isData(schema) && 'default' in schema ? schema.default : defaultsOf(schema as JsonSchema);
  return Object.fromEntries(schemas.map(([name, schema]) => [name, valueOf(schema)]));
}
