import { oncePer } from '../kept.js';
import { isData, type JsonSchema } from '../data.js';
import { OUR_KEYWORDS } from './compile.js';
import { CHOICES, mapSubschemas, nameRequiredOnly, toTypes } from './walk.js';
import { objectsIn } from './words/objects-in.js';
import { omit } from './words/omit.js';

/** A schema without our own keywords, which other tools reject: `secret` becomes the format `password`. Kept, because operations share many. */
export const standardSchema: (schema: JsonSchema) => JsonSchema = oncePer((schema) => {
  const { secret, items, prefixItems } = schema;
  // Other tools expect `items: {}`.
  const isOpenList = toTypes(schema).includes('array') && items === undefined && prefixItems === undefined;
  return {
    ...omit(mapSubschemas(schema, standardSchema), OUR_KEYWORDS),
    ...(isOpenList ? { items: {} } : {}),
    ...inferType(schema),
    ...(secret === true ? { format: 'password' } : {}),
  };
});

/** Client generators only look at `type`, and do not infer it from the values of an enumeration. */
function inferType(schema: JsonSchema): JsonSchema {
  if (schema.type !== undefined) return {};
  const words: unknown = 'const' in schema ? [schema.const] : schema.enum;
  const types = Array.isArray(words) ? [...new Set(words.map(inferWordType))] : [];
  if (types.length === 0 || types.includes(undefined)) return {};
  return { type: types.length === 1 ? types[0] : types };
}

function inferWordType(word: unknown): string | undefined {
  if (word === null) return 'null';
  if (typeof word === 'number') return Number.isInteger(word) ? 'integer' : 'number';
  return typeof word === 'string' || typeof word === 'boolean' ? typeof word : undefined;
}

/** Keywords that depend on more than the schema itself, or that may allow anything: schemas with them stay open. */
export const UNDECIDED = ['$ref', '$dynamicRef', 'if', 'dependentSchemas', 'unevaluatedProperties'];
const DECLARED = ['additionalProperties', ...UNDECIDED];

/** A schema whose objects have no members other than the named ones: what services with `UnknownMembers: refuse` accept. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  const isNamed = isData(schema.properties) || isData(schema.patternProperties);
  if (!isNamed || DECLARED.some((keyword) => keyword in schema)) return mapSubschemas(schema, closedSchema);
  if (!CHOICES.some((keyword) => keyword in schema)) {
    return { ...mapSubschemas(schema, closedSchema), additionalProperties: false };
  }
  // The branches stay open: they may name further members of the same object.
  return { ...mapSubschemas(schema, closedWithin), unevaluatedProperties: false };
}

function closedWithin(schema: JsonSchema): JsonSchema {
  const isBranchOnly = isData(schema.properties) || schema.required !== undefined;
  return isBranchOnly && schema.type === undefined ? schema : closedSchema(schema);
}

/**
 * A schema without choices between required members, such as `TicketID` or `TicketNumber`: its description names them instead.
 * Client generators ignore such a choice, and models of AI agents refuse one at the top.
 */
export const describeRequiredChoices: (schema: JsonSchema) => JsonSchema = oncePer((schema) =>
  describeOwnChoices(mapSubschemas(schema, describeRequiredChoices)),
);

function describeOwnChoices(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  const parts = objectsIn(allOf);
  // Parts that consisted only of such a choice have become descriptions.
  const left = parts.filter((part) => !isDescriptionOnly(part));
  const choices = ['anyOf', 'oneOf'].filter((keyword) => listRequirements(schema[keyword]) !== undefined);
  if (choices.length === 0 && left.length === parts.length) return schema;
  const texts = [
    schema.description,
    ...choices.map((keyword) => listRequirements(schema[keyword])),
    ...parts.filter(isDescriptionOnly).map(({ description }) => description),
  ];
  const description = texts.filter((text) => typeof text === 'string').join(' ');
  return { ...omit(rest, choices), ...(left.length === 0 ? {} : { allOf: left }), description };
}

/** The required members of each branch as a sentence; undefined if a branch contains anything else. */
function listRequirements(branches: unknown): string | undefined {
  const demands = Array.isArray(branches) ? branches.map(nameRequiredOnly) : [];
  if (demands.length === 0 || demands.includes(undefined)) return undefined;
  return `With ${demands.join(', or with ')}.`;
}

function isDescriptionOnly(schema: JsonSchema): boolean {
  return Object.keys(schema).join() === 'description';
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * One of our schemas for editors, which show its descriptions, complete its keys and underline mistakes: the manual's text on a key becomes
 * its description, and our own keywords are left out.
 */
export function editorSchema(schema: JsonSchema, title: string): JsonSchema {
  return { $schema: DIALECT, title, ...omit(forEditors(schema), ['$schema', 'title']) };
}

function forEditors(schema: JsonSchema): JsonSchema {
  const { manual } = schema;
  const rest = standardSchema(mapSubschemas(schema, forEditors));
  if (!isData(manual)) return rest;
  const { effect, default: fallback, example } = manual;
  const description = [effect, describeDefault(fallback)]
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .join('\n\n')
    .replaceAll(LINK, '$1');
  return { examples: [example], ...rest, description };
}

/** Markdown links: editors show descriptions as plain text. */
const LINK = /\[([^\]]+)\]\([^)]+\)/g;

function describeDefault(fallback: unknown): string {
  if (typeof fallback !== 'string') return '';
  return fallback.startsWith('required') ? `${fallback.replace('r', 'R')}.` : `Default: ${fallback}`;
}
