import { Ajv2020 } from 'ajv/dist/2020.js';

import { shortSchema } from '../src/tools/describe-tools.js';

const sizeOf = (schema: object) => Buffer.byteLength(JSON.stringify(schema));
const text = (description: string) => ({ type: 'string', description });
const members = (count: number, prefix = 'Member') =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`${prefix}${place}`, text('Says something.')]));

describe('The short schema of a tool', () => {
  it('is the schema itself where that is short', () => {
    const schema = { type: 'object', properties: { Title: text('A title. And more.') } };
    expect(shortSchema(schema)).toBe(schema);
  });

  it('has what must be sent and the first of the other members, in each object', () => {
    const schema = {
      type: 'object',
      required: ['Last', 'Inner'],
      additionalProperties: false,
      properties: {
        Inner: { type: 'object', required: ['Inner499'], properties: members(500, 'Inner') },
        ...members(500),
        Last: text('Needed.'),
      },
    };
    const short = shortSchema(schema);
    expect(sizeOf(short)).toBeGreaterThan(3500);
    expect(sizeOf(short)).toBeLessThan(4096);
    expect(short).toMatchObject({
      additionalProperties: false,
      required: ['Last', 'Inner'],
      properties: { Inner: { properties: { Inner0: {}, Inner499: {} } }, Member0: {}, Last: {} },
    });
  });

  it('has one of several forms, first sentences, and no endless lists of words', () => {
    const item = { type: 'object', required: ['Name'], properties: { Name: text('A name. Any.') } };
    const IDs = { type: ['integer', 'string', 'array'], items: { type: ['integer', 'string'] } };
    const words = Array.from({ length: 500 }, (_, place) => `word ${place}`);
    const schema = {
      type: 'object',
      properties: {
        IDs,
        Field: { anyOf: [item, { type: 'array', items: item }] },
        Word: { enum: words },
        Flag: { type: ['integer', 'boolean'] },
      },
    };
    const short = shortSchema(schema);
    expect(short.properties).toEqual({
      IDs: { type: 'array', items: { type: 'integer' } },
      Field: { type: 'array', items: { ...item, properties: { Name: text('A name.') } } },
      Word: {},
      Flag: { type: 'integer' },
    });
    const input = { IDs: [1], Field: [{ Name: 'x' }], Word: 'word 499', Flag: 1 };
    const ajv = new Ajv2020({ strictTypes: false });
    expect([ajv.validate(short, input), ajv.validate(schema, input)]).toEqual([true, true]);
  });

  it('names only what must be sent where even that is too long to describe', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 90 }, (_, place) => [`Needed${place}`, text('x'.repeat(90))]),
    );
    const short = shortSchema({ type: 'object', required: Object.keys(properties), properties });
    expect(short).toEqual({ type: 'object', required: Object.keys(properties) });
  });
});
