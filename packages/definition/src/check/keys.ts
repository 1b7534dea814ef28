import type { JsonSchema } from '@ticketgate/sdk';

/** The keyword `manual` of the definition schema: the entry of a key in `docs/web-services.md`. Texts are Markdown. */
export interface Manual {
  readonly effect: string;
  readonly default: string;
  /** The value; for a name of the author's choice, the entry. */
  readonly example: unknown;
}

/** Declares a kind of key; each use adds the manual: `leaf('Its name.', 'required', 'Chat')`. */
export function asKey<const Schema extends JsonSchema>(schema: Schema) {
  return (effect: string, fallback: string, example: unknown) => {
    const manual: Manual = { effect, default: fallback, example };
    return { ...schema, manual };
  };
}

/** Adds the label for forms to a kind of key: `titled('User', leaf)('The name.', 'required', 'helpdesk')`. */
export function titled<About extends readonly unknown[], Key extends JsonSchema>(
  title: string,
  make: (...about: About) => Key,
) {
  return (...about: About) => ({ title, ...make(...about) });
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function defineMap<const Type extends JsonSchema>(type: Type) {
  return <const Keys extends Schemas, const More extends JsonSchema>(
    description: string,
    properties: Keys,
    more = {} as More, // a cast: without the argument, `More` is empty
  ) => asKey({ ...type, description, additionalProperties: false, properties, ...more });
}

export const map = defineMap({ type: 'object' });
export const mapOrNothing = defineMap({ type: ['object', 'null'] });
/** A map whose type a rule checks, because it can say more about a wrong one. */
export const uncheckedMap = defineMap({});

// For the family, scalars are texts; an editor that reads this schema with YAML 1.2 sees numbers and booleans instead. Keys accept both.

/** Any scalar, or nothing. */
export const LEAF = { type: ['string', 'number', 'boolean', 'null'], description: 'a text' } as const;
export const LEAVES = { type: ['object', 'null'], additionalProperties: LEAF, description: 'a map of texts' } as const;
export const LIST = { type: 'array', items: LEAF, description: 'a list of texts' } as const;
/** Perl truth: `1` is on, `0` and `''` are off. */
const PERL_FLAG = {
  type: ['string', 'number', 'boolean', 'null'],
  enum: ['0', '1', '', 0, 1, true, false, null],
  description: '1 for on, 0 for off',
} as const;
const POSITIVE = {
  type: ['integer', 'string'],
  pattern: '^[1-9][0-9]*$',
  minimum: 1,
  description: 'a whole number above 0',
} as const;

/** Mistakes in such a key are warnings. */
export const MILD = { severity: 'warning' } as const;
/** Such a key is stored but has no effect. */
export const UNUSED = { deprecated: true } as const;

function kinds<const More extends JsonSchema>(more: More) {
  return {
    leaf: asKey({ ...LEAF, ...more }),
    leaves: asKey({ ...LEAVES, ...more }),
    list: asKey({ ...LIST, ...more }),
    perlFlag: asKey({ ...PERL_FLAG, ...more }),
  };
}

export const { leaf, leaves, list } = kinds({});
export const mild = kinds(MILD);
export const unused = kinds(UNUSED);

/** A text without effect. */
export function note(effect: string, example: string) {
  return mild.leaf(effect, 'empty', example);
}

export const positive = asKey(POSITIVE);

export function positiveSeconds(example: number) {
  return asKey({ ...POSITIVE, description: `a number of seconds, for example ${example}` });
}

/** One of these words; `description` lists them where messages cannot. */
export function choice<const Words extends readonly unknown[], const More extends JsonSchema>(
  words: Words,
  more = {} as More, // a cast: without the argument, `More` is empty
) {
  return asKey({ enum: words, ...more });
}

/** A map whose keys are names of the author's choice. */
export function mapTo<const Entry extends JsonSchema, const More extends JsonSchema>(
  description: string,
  entry: Entry,
  more = {} as More, // a cast: without the argument, `More` is empty
) {
  return asKey({ type: ['object', 'null'], description, additionalProperties: entry, ...more });
}
