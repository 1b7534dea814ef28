import { isData, type Data } from '@ticketgate/sdk';

import type { Random } from './random.js';
import { bytesOf, encode, type Sample } from './sample.js';
import type { Target } from './services.js';
import { anyName, anyText, anyValue } from './values.js';

/** Who calls: a session, or a login with its password. */
export type Credentials = Readonly<Record<string, string>>;

/** A request for a route, with members from its operation's schema: mostly what is wanted, sometimes anything. */
export function generate(random: Random, target: Target, credentials: Credentials): Sample {
  const made = fromSchema(random, target.input, 0);
  const members = { ...(isData(made) ? made : {}), ...(random.chance(0.97) ? credentials : {}) };
  const path = target.route.replaceAll(/:\w+/g, () =>
    encode(random.chance(0.7) ? String(random.below(30)) : anyText(random).slice(0, 300)),
  );
  const url = `/Webservice/${target.service}${path}`;
  const origin = `schema ${target.method} ${target.route}`;
  if (target.method === 'GET' || random.chance(0.05)) {
    return {
      origin,
      method: target.method,
      url: `${url}?${queryOf(members).slice(0, 20_000)}`,
      headers: {},
      body: undefined,
    };
  }
  const wrapped = target.isContract && random.chance(0.1) ? { Data: members } : members;
  return {
    origin,
    method: target.method,
    url,
    headers: { 'Content-Type': 'application/json' },
    body: bytesOf(JSON.stringify(wrapped)),
  };
}

function queryOf(members: Data): string {
  const pairs = Object.entries(members).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map((each) => [name, typeof each === 'string' ? each : JSON.stringify(each)] as const);
  });
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

function fromSchema(random: Random, schema: unknown, depth: number): unknown {
  if (!isData(schema) || random.chance(0.06) || depth > 5) return anyValue(random, depth);
  const choices = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choices)) return fromSchema(random, random.pick(choices as readonly unknown[]), depth + 1);
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as readonly unknown[]);
  const type: unknown = Array.isArray(schema.type) ? random.pick(schema.type as readonly unknown[]) : schema.type;
  return isData(schema.properties) ? objectOf(random, schema, depth) : ofType(random, { type, schema, depth });
}

interface Typed {
  readonly type: unknown;
  readonly schema: Data;
  readonly depth: number;
}

function ofType(random: Random, { type, schema, depth }: Typed): unknown {
  switch (type) {
    case 'object':
      return objectOf(random, schema, depth);
    case 'array':
      return Array.from({ length: random.below(4) }, () => fromSchema(random, schema.items, depth + 1));
    case 'integer':
    case 'number':
      return random.pick([0, 1, 2, 3, 10, -1, 1.5, 1e12, random.below(100)]);
    case 'boolean':
      return random.chance(0.5);
    default:
      return anyText(random);
  }
}

function objectOf(random: Random, schema: Data, depth: number): Data {
  const properties = isData(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as readonly unknown[]) : [];
  const share = random.pick([0.05, 0.2, 0.6]);
  const entries = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(share));
  const known = entries.map(([name, inner]) => [name, fromSchema(random, inner, depth + 1)] as const);
  const unknown = random.chance(0.1) ? [[anyName(random), anyValue(random, depth + 1)] as const] : [];
  return Object.fromEntries([...known, ...unknown]);
}
