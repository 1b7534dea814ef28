import { isDeepStrictEqual } from 'node:util';
import { isData, type JsonSchema } from '@ticketgate/sdk';

import { mapSubschemas, omit } from '@ticketgate/sdk/schema';

/** Bytes. Agents read the schemas of all tools before each conversation. */
const MOST_BYTES = 4000;
/** Characters of a description. */
const MOST_TEXT = 160;
/** Bytes of a list of words. */
const MOST_WORDS = 1000;

/**
 * A schema that an agent can afford to read: of several forms that mean the same it has one, of descriptions the first sentence, and of
 * each object the members that it needs and the first of the others. Each form that it has is one of `schema`, so an object that refuses
 * unknown members says so here too.
 */
export function shortSchema(schema: JsonSchema): JsonSchema {
  if (isShort(schema)) return schema;
  const brief = briefSchema(schema);
  if (isShort(brief)) return brief;
  const capped = cappedSchema(brief, mostMembers(brief));
  return isShort(capped) ? capped : bareSchema(schema);
}

function isShort(schema: JsonSchema): boolean {
  return Buffer.byteLength(JSON.stringify(schema)) <= MOST_BYTES;
}

function briefSchema(schema: JsonSchema): JsonSchema {
  const { description, enum: words, type, ...rest } = mapSubschemas(oneForm(schema), briefSchema);
  return {
    ...(type === undefined ? {} : { type: briefType(type) }),
    ...(typeof description === 'string' ? { description: briefText(description) } : {}),
    ...(words === undefined || JSON.stringify(words).length > MOST_WORDS ? {} : { enum: words }),
    ...omit(rest, ['patternProperties']),
  };
}

/** Reduces a choice between a value and a list of such values to the list. */
function oneForm(schema: JsonSchema): JsonSchema {
  const { type, items } = schema;
  if (Array.isArray(type) && isData(items) && isDeepStrictEqual(type, [items.type, 'array'].flat())) {
    return { ...schema, type: 'array' };
  }
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isData) ?? [];
  const list = branches.find((branch) => isData(branch.items) && isListOfOthers(branch, branches));
  return list === undefined ? schema : { ...omit(schema, ['anyOf', 'oneOf']), ...list };
}

function isListOfOthers(list: JsonSchema, branches: readonly JsonSchema[]): boolean {
  const others = branches.filter((branch) => branch !== list);
  return others.some((other) => isDeepStrictEqual(other, list.items));
}

/** A number, a text and a boolean are often different ways to write the same: the first one is enough. */
function briefType(type: unknown): unknown {
  if (!Array.isArray(type)) return type;
  const types = type.filter((each, place) => place === 0 || each === 'array' || each === 'object');
  return types.length === 1 ? types[0] : types;
}

function briefText(text: string): string {
  const [sentence = ''] = text.split(/(?<=\.)\s/, 1);
  return sentence.length <= MOST_TEXT ? sentence : `${sentence.slice(0, MOST_TEXT - 1)}…`;
}

/** How many members each object may keep, besides those that it needs. */
function mostMembers(schema: JsonSchema): number {
  let [fits, tooMany] = [0, JSON.stringify(schema).length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (isShort(cappedSchema(schema, middle))) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

function cappedSchema(schema: JsonSchema, most: number): JsonSchema {
  const inner = mapSubschemas(schema, (each) => cappedSchema(each, most));
  const { properties, required } = inner;
  if (!isData(properties)) return inner;
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const optional = Object.keys(properties).filter((name) => !needed.has(name));
  const dropped = optional.slice(most);
  if (dropped.length === 0) return inner;
  return { ...inner, properties: omit(properties, dropped) };
}

/** Only the required members. */
function bareSchema({ required }: JsonSchema): JsonSchema {
  return { type: 'object', ...(required === undefined ? {} : { required }) };
}
