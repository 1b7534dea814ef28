// Scalars are texts for the family; an editor that reads this schema with YAML 1.2 sees numbers and booleans instead.
// Both are accepted everywhere.

/** Any scalar, also nothing at all. */
export const text = { type: ['string', 'number', 'boolean', 'null'], description: 'a text' } as const;

/** Perl truth: `1` is on, `0` and `''` are off. */
export const flag = {
  type: ['string', 'number', 'boolean', 'null'],
  enum: ['0', '1', '', 0, 1, true, false, null],
  description: '1 for on, 0 for off',
} as const;

/** A map of texts. */
export const texts = {
  type: ['object', 'null'],
  additionalProperties: text,
  description: 'a map of texts',
} as const;

/** A list of texts. */
export const list = { type: 'array', items: text, description: 'a list of texts' } as const;

/** A whole number above zero. */
export const positive = {
  type: ['integer', 'string'],
  pattern: '^[1-9][0-9]*$',
  minimum: 1,
  description: 'a whole number above 0',
} as const;

/** A key that is stored and changes nothing. */
export const unused = { deprecated: true } as const;
