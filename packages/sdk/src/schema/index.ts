export { checkSchema, type DocumentPath, type SchemaFinding } from './check-schema.js';
export { schemaCompiler, type SchemaError, type ValidateFunction } from './compile.js';
export * from './messages.js';
export { addSuggestion, describeMistakes, describeUnknown, joinPlace, type Mistake } from './mistakes.js';
export { findSchemaMistake } from './schema-of-schemas.js';
export * from './convert.js';
export * from './walk.js';
export * from './words/index.js';
export type { Unchanged, ValueOf } from '../schema-types.js';
