import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type { ValidateFunction };

/** An error of Ajv with its schema and value (`verbose`). */
export type SchemaError = ErrorObject<string, Readonly<Record<string, unknown>>>;

/** Keywords that other readers of JSON Schema do not know. */
export const OUR_KEYWORDS = ['secret', 'volatile', 'x-comma-list', 'x-kind', 'x-name', 'severity', 'manual'];

/** A compiler that knows our keywords. It does not check schemas: those of plugins are checked at registration, ours by TypeScript. */
export function schemaCompiler(options: Options): Ajv2020 {
  const usual = { meta: false, validateSchema: false, verbose: true, strictTypes: false, keywords: OUR_KEYWORDS };
  const ajv = new Ajv2020({ ...usual, ...options });
  if (options.validateFormats !== false) addFormats.default(ajv);
  return ajv;
}
