import { checkSchema } from '../schema/check-schema.js';
import { restConfigSchema } from '../schema/rest-config-schema.js';
import { REST_CONFIG, restConfigOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** Shapes and keys of `Provider.Transport.Config`, which differ by transport. */
export const restConfig: Rule = (input) => {
  const config = restConfigOf(input);
  return Object.keys(config).length === 0 ? [] : checkSchema(config, restConfigSchema, REST_CONFIG);
};
