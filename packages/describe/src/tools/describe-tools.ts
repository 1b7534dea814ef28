import { isData, type JsonSchema } from '@ticketgate/sdk';
import { isDeepStrictEqual } from 'node:util';
import {
  describeRequiredChoices,
  mapSubschemas,
  toMembers,
  omit,
  toNeeded,
  type Unchanged,
} from '@ticketgate/sdk/schema';

import type { DescribedOperation, DescribedService } from '../described-service.js';

/** Tools take and return objects. */
export type ToolSchema = JsonSchema & { readonly type: 'object' };

/** The operations that `Gateway.MCP` lists, as tools, except those with secrets in their input, such as passwords: agents must not know any. */
export function describeTools({ options, operations }: DescribedService) {
  const names = options.mcp?.operations ?? [];
  const offered = operations.filter((operation) => names.includes(operation.name) && !takesSecrets(operation));
  const taken = new Set<string>();
  return offered.map((operation) => describeTool(operation, newName(operation.name, taken), options.mcp?.schemas));
}

/** A tool that a web service offers to AI agents. */
export type DescribedTool = Unchanged<ReturnType<typeof describeTools>>[number];

function takesSecrets({ input }: DescribedOperation): boolean {
  return Object.values(toMembers(input)).some((member) => isData(member) && member.format === 'password');
}

function describeTool(operation: DescribedOperation, name: string, schemas: 'short' | 'full' = 'short') {
  const { summary, description, output, hints } = operation;
  const input = describeRequiredChoices(operation.input);
  const short = schemas === 'full' ? input : shortSchema(input);
  return {
    /** Letters, digits, `_`, `-` and `.` only; unique within the service. */
    name,
    /** The operation's name in the definition. */
    operation: operation.name,
    description: [summary, description].filter((text) => text !== '').join('\n\n'),
    /** At most 4 kB, unless the definition asks for more. */
    input: toolSchema(short),
    /** Undefined if `input` is complete. */
    fullInput: short === input ? undefined : toolSchema(input),
    /** Undefined if the operation does not declare its answer, or it is not an object. */
    output: output?.type === 'object' ? toolSchema(output) : undefined,
    hints,
  };
}

function toolSchema(schema: JsonSchema): ToolSchema {
  return { ...schema, type: 'object' };
}

function newName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(0, LONGEST);
  let unique = plain;
  for (let number = 2; taken.has(unique); number += 1) unique = `${plain}_${number}`;
  taken.add(unique);
  return unique;
}

/** Characters: even with a number appended, a name has fewer than the 128 that clients accept. */
const LONGEST = 120;

/** Bytes. Agents read the schemas of all tools before each conversation. */
const MOST_BYTES = 4000;
/** Characters of a description. */
const MOST_TEXT = 160;
/** Bytes of an enumeration. */
const MOST_WORDS = 1000;

/**
 * A schema that is short enough for agents: one of several equivalent forms, the first sentence of each description, and of each object the
 * required members and the first of the others. Its forms are among those of `schema`, so an object that refuses unknown members still does.
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

/** Number, text and boolean are often ways to write the same value: the first one is enough. */
function briefType(type: unknown): unknown {
  if (!Array.isArray(type)) return type;
  const types = type.filter((each, place) => place === 0 || each === 'array' || each === 'object');
  return types.length === 1 ? types[0] : types;
}

function briefText(text: string): string {
  const [sentence = ''] = text.split(/(?<=\.)\s/, 1);
  return sentence.length <= MOST_TEXT ? sentence : `${sentence.slice(0, MOST_TEXT - 1)}…`;
}

/** How many optional members each object may keep. */
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
  const needed = toNeeded(inner);
  const optional = Object.keys(toMembers(inner)).filter((name) => !needed.includes(name));
  const dropped = optional.slice(most);
  if (dropped.length === 0) return inner;
  return { ...inner, properties: omit(toMembers(inner), dropped) };
}

function bareSchema({ required }: JsonSchema): JsonSchema {
  return { type: 'object', ...(required === undefined ? {} : { required }) };
}
