import { createRequire } from 'node:module';
import { findSchemaMistake } from '@ticketgate/sdk/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);
const VOCABULARIES = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'];
const isOfficialSchema = new Ajv2020({ strict: false, validateFormats: false }).compile({
  $ref: 'https://json-schema.org/draft/2020-12/schema',
});

/** The keywords of JSON Schema 2020-12, from its own documents. */
const keywords = VOCABULARIES.flatMap((name) => {
  const { properties } = require(`ajv/dist/refs/json-schema-2020-12/meta/${name}.json`) as { properties: object };
  return Object.keys(properties);
});

const VALUES = [
  ...[true, null, 0, -1, 1.5, 7, 'string', 'integer', 'nothing', [], ['string'], ['string', 'string'], ['nothing']],
  // A map's names are keywords, since those are what a schema's names must be.
  ...[{}, { not: {} }, { if: true }, { not: 1 }, { required: ['a'] }, { enum: [1] }, { type: 'string' }, { type: 1 }],
  ...[[{}], [1]],
];

describe('The JSON Schema of a plugin', () => {
  it.each(keywords)('is accepted with the same values of %s as by the official schema of schemas', (keyword) => {
    const differing = VALUES.filter((value) => {
      const isAccepted = findSchemaMistake({ [keyword]: value }) === undefined;
      return isAccepted !== isOfficialSchema({ [keyword]: value });
    });
    expect(differing).toEqual([]);
  });

  it.each([true, false])('may be %s', (schema) => {
    expect(findSchemaMistake(schema)).toBeUndefined();
  });

  it('may mark secrets and the severity of mistakes', () => {
    expect(findSchemaMistake({ properties: { Password: { secret: true, severity: 'warning' } } })).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    [
      'of a misspelt keyword',
      { properties: { Title: { typ: 'string' } } },
      'at properties.Title.typ: Unknown key "typ".',
    ],
    ['what was probably meant', { items: { requird: ['Title'] } }, 'Did you mean "required"?'],
    ['which types there are', { type: 'nothing' }, 'at type: type is "nothing"; write one of array, boolean, integer'],
    ['what else was wanted', { properties: { Title: { maxLength: '5' } } }, 'at properties.Title.maxLength'],
    ['that it is none', 'string', 'write a JSON Schema'],
  ])('is refused with a sentence that tells %s', (_, schema, sentence) => {
    expect(findSchemaMistake(schema)).toContain(sentence);
  });
});
