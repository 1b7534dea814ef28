import { isData, type JsonSchema, type ProfileName, oncePer } from '@ticketgate/sdk';

import { mapSubschemas, toMembers, omit, toNeeded, text, toTypes } from '@ticketgate/sdk/schema';
import type { DescribedCall, DescribedOperation } from '../described-service.js';
import type { ParameterObject, Reference } from './open-api.js';

type ParameterPlace = Pick<ParameterObject, 'name' | 'in' | 'required'>;

/** In OpenAPI, a parameter's description is next to its schema, not in it. */
export function writeParameter(place: ParameterPlace, schema: JsonSchema): ParameterObject {
  return { ...place, ...splitDescription(schema) };
}

export function writeHeader(name: string, schema: JsonSchema, required?: boolean): ParameterObject {
  return writeParameter({ name, in: 'header', ...(required === undefined ? {} : { required }) }, schema);
}

export const IDEMPOTENCY_KEY = writeHeader('Idempotency-Key', {
  type: 'string',
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    'A text of your choice, new for each request. A request that is sent again with the same key is not carried out again: it gets the stored answer.',
});

export function writeParameters(
  operation: DescribedOperation,
  call: DescribedCall,
  { names, profile }: { readonly names: readonly string[]; readonly profile: ProfileName },
): readonly (ParameterObject | Reference)[] {
  const query = call.place === 'body' ? [] : queryParameters(operation, call, profile);
  const key = operation.takesIdempotencyKey && call.method !== 'GET' ? [KEY_REFERENCE] : [];
  const headers = Object.entries(operation.headers).map(([name, description]) => writeHeader(name, text(description)));
  return [...pathParameters(operation, call, names), ...query, ...headers, ...key];
}

const KEY_REFERENCE: Reference = { $ref: '#/components/parameters/IdempotencyKey' };

function pathParameters(
  { input }: DescribedOperation,
  { pathMembers }: DescribedCall,
  names: readonly string[],
): readonly ParameterObject[] {
  const properties = toMembers(input);
  return pathMembers.map((member, place) => {
    const name = names[place] ?? member;
    const schema: unknown = properties[member];
    const renamed = name === member ? {} : { description: `Becomes the member ${member} of the request.` };
    const form = isData(schema) ? formInPath(schema) : text();
    return writeParameter({ name, in: 'path', required: true }, { ...form, ...renamed });
  });
}

function queryParameters(
  { input, examples }: DescribedOperation,
  { pathMembers, place }: DescribedCall,
  profile: ProfileName,
): readonly ParameterObject[] {
  const required = place === 'query' ? toNeeded(input) : [];
  const example = examples[0]?.input ?? {};
  const findQueryForm = formsInQuery[profile === 'contract' ? 'contract' : 'family'];
  return Object.entries(toMembers(input)).flatMap(([name, schema]) => {
    const form = isData(schema) && !pathMembers.includes(name) ? findQueryForm(schema) : undefined;
    if (form === undefined) return [];
    const value = name in example && place === 'query' ? { example: example[name] } : {};
    const need = required.includes(name) ? { required: true } : {};
    return [{ name, in: 'query' as const, ...need, ...form, ...value }];
  });
}

/** How members are written in a query string; undefined if that is impossible. */
const formsInQuery = {
  family: oncePer((schema: JsonSchema) => findForm(schema, false)),
  contract: oncePer((schema: JsonSchema) => findForm(schema, true)),
};

type QueryForm = Pick<ParameterObject, 'schema' | 'style' | 'description'>;

function findForm(schema: JsonSchema, isContract: boolean): QueryForm | undefined {
  const inner = findObjectForm(schema);
  if (inner === undefined) return splitDescription(manyForms(schema));
  // The family's query strings cannot express objects; the contract's can, as `Member[Inner]=…`.
  if (!isContract) return undefined;
  const { description } = splitDescription(schema);
  // Proxies read a missing parameter as an empty object.
  const own = splitDescription(omit(inner, ['required']));
  return { ...own, ...(description === undefined ? {} : { description }), style: 'deepObject' };
}

/** In a query string everything is text, so that a value may match several forms. */
function manyForms(schema: JsonSchema): JsonSchema {
  const { oneOf, ...rest } = mapSubschemas(schema, manyForms);
  return oneOf === undefined || 'anyOf' in rest ? schema : { ...rest, anyOf: oneOf };
}

/** A path holds one text, in which commas separate several values. */
function formInPath(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = manyForms(schema);
  const branches = Array.isArray(anyOf) ? anyOf.filter((branch) => isData(branch) && branch.type !== 'array') : [];
  const types = toTypes({ type }).filter((each) => each !== 'array');
  if (types.length === 0 && branches.length === 0 && schema.type === 'array') return { type: 'string' };
  return {
    ...omit(rest, ['items', 'minItems', 'maxItems']),
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(branches.length === 0 ? {} : { anyOf: branches }),
  };
}

/** The object schema of a member that can be nothing simpler. */
function findObjectForm(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === 'object') return schema;
  const branches: unknown = schema.anyOf ?? schema.oneOf;
  if (schema.type !== undefined || !Array.isArray(branches)) return undefined;
  const found = branches.map((branch: unknown) => {
    if (!isData(branch)) return undefined;
    return branch.type === 'array' && isData(branch.items) ? findObjectForm(branch.items) : findObjectForm(branch);
  });
  return found.every((each) => each !== undefined) ? found[0] : undefined;
}

function splitDescription(schema: JsonSchema): { readonly schema: JsonSchema; readonly description?: string } {
  const { description, ...rest } = schema;
  return typeof description === 'string' ? { description, schema: rest } : { schema };
}
