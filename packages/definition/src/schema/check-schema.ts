import type { JsonSchema } from '@ticketgate/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';

import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import { describeError, type SchemaError } from './describe-error.js';

/** One for all schemas, which compiles each of them once. */
const ajv = new Ajv2020({
  // Schemas of plugins and operations are checked when they are registered (`findSchemaMistake`), ours by the compiler.
  meta: false,
  validateSchema: false,
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  logger: false,
  // A schema checks a few files and is compiled at each start: that takes a third less without.
  code: { optimize: false },
  keywords: ['severity', 'secret', 'volatile', 'x-comma-list', 'x-kind', 'valuesOf', 'manual'],
});

/** Everything in `value` that the schema does not allow; `parent` is the path of the value in its document. */
export function checkSchema(value: unknown, schema: JsonSchema, parent: YamlPath = []): readonly Finding[] {
  // Ajv compiles a schema once, by identity.
  const validate = ajv.compile(schema);
  // The errors of Ajv have these params for the keywords of its own; `describeError` narrows each of them.
  const errors = validate(value) ? [] : ((validate.errors ?? []) as SchemaError[]);
  return firstPerPlace(errors).map((error) => describeError(error, [...parent, ...pathOf(error, value)]));
}

/** One error per place: the branches of a choice, and consequences of a wrong type, add nothing. */
function firstPerPlace(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choices = errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .map((error) => `${error.schemaPath}/`);
  const outside = errors.filter(({ schemaPath }) => !choices.some((choice) => schemaPath.startsWith(choice)));
  const seen = new Set<string>();
  return outside.filter((error) => {
    const place = isAboutMember(error) ? `${error.instancePath} ${JSON.stringify(error.params)}` : error.instancePath;
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
}

function isAboutMember({ keyword }: SchemaError): boolean {
  return ['additionalProperties', 'unevaluatedProperties', 'required', 'propertyNames'].includes(keyword);
}

/** Numbers in the pointer are places in lists only where the value has a list. */
function pathOf(error: SchemaError, root: unknown): YamlPath {
  const names = error.instancePath.split('/').slice(1);
  const path: (string | number)[] = [];
  let value: unknown = root;
  for (const name of names.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    const isPlace = Array.isArray(value);
    path.push(isPlace ? Number(name) : name);
    value = (value as Readonly<Record<string, unknown>>)[name]; // the pointer leads through existing members only
  }
  return path;
}
