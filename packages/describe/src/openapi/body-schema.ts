import { isData, type JsonSchema } from '@ticketgate/sdk';

import type { CredentialPart, DescribedOperation } from '../described-service.js';

/** Schemas of bodies that were made before: operations of one type share them. */
export class BodySchemas {
  readonly #known = new Map<JsonSchema, Map<string, JsonSchema>>();

  /** The schema of a body: the input without the members in the path, plus the credentials that may be members. */
  of(operation: DescribedOperation, pathMembers: readonly string[]): JsonSchema {
    const members = credentialMembers(operation);
    const key = [...pathMembers, '/', ...Object.keys(members)].join();
    const known = this.#known.get(operation.input) ?? new Map<string, JsonSchema>();
    this.#known.set(operation.input, known);
    const made = known.get(key) ?? withMembers(withoutMembers(operation.input, pathMembers), members);
    known.set(key, made);
    return made;
  }
}

/** Names of credentials that are members of requests, with their schemas. */
function credentialMembers({ credentials }: DescribedOperation): Readonly<Record<string, JsonSchema>> {
  const parts = credentials.choices.flatMap((choice) => choice.parts.filter((part) => part.in === 'member'));
  return Object.fromEntries(parts.map(({ name, holds }) => [name, CREDENTIALS[holds]]));
}

const CREDENTIALS: Readonly<Record<CredentialPart['holds'], JsonSchema>> = {
  ApiKey: { type: 'string' },
  SessionID: { type: ['string', 'integer'], format: 'password', description: 'A session, instead of a login.' },
  UserLogin: { type: 'string', description: 'Login of an agent, with a Password.' },
  CustomerUserLogin: { type: 'string', description: 'Login of a customer user, with a Password.' },
  Password: { type: 'string', format: 'password' },
};

/** Members that the schema has already mean more, and stay. */
function withMembers(schema: JsonSchema, members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (Object.keys(members).length === 0) return schema;
  const own = isData(schema.properties) ? schema.properties : {};
  return { ...schema, properties: { ...members, ...own } };
}

/** The schema without the members `names`, which are sent elsewhere. */
export function withoutMembers(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  const { properties, required, ...rest } = schema;
  const needed = Array.isArray(required) ? required.filter((name) => !names.includes(String(name))) : [];
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list: unknown = rest[keyword];
    if (!Array.isArray(list)) return [];
    const left = list.map((each: unknown) => (isData(each) ? withoutMembers(each, names) : each));
    return [[keyword, left] as const];
  });
  // A branch that asks for nothing any more is met by everything.
  const asking = branches.filter(([, list]) => !list.some((each) => isData(each) && Object.keys(each).length === 0));
  return {
    ...omit(rest, ['anyOf', 'oneOf', 'allOf']),
    ...Object.fromEntries(asking),
    ...(isData(properties) ? { properties: omit(properties, names) } : {}),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

function omit(properties: JsonSchema, names: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
