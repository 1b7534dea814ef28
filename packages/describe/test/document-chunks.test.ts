import { jsonChunks } from '../src/openapi/document-chunks.js';

const operation = (text: string) => ({
  summary: text,
  tags: ['a', 'b'],
  parameters: [],
  nothing: undefined,
  none: null,
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'A: "service"', description: 'Two lines\n\n  and a third\n', version: '1' },
  nothing: undefined,
  servers: [{ url: '/Webservice/A%20B' }],
  paths: {
    '/Ticket/{TicketID}': { get: operation('Reads # a ticket\nof any\n'), delete: {} },
    '/123': { post: operation('yes') },
    '/empty': {},
  },
  components: {
    schemas: { 'A B': { type: 'object', properties: { a: { enum: ['x', 'null', 7] } } }, No: { not: {} } },
  },
  security: {},
};

describe('a document that is written in pieces', () => {
  it('reads in JSON as if it was written at once', () => {
    expect([...jsonChunks(DOCUMENT)].join('')).toBe(JSON.stringify(DOCUMENT));
    expect([...jsonChunks({})].join('')).toBe('{}');
  });

  it('has a piece for each operation, so that the size of one of them does not grow with their number', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`/${index}`, { get: operation('x') }]),
    );
    const pieces = [...jsonChunks({ paths })];
    expect(pieces.length).toBeGreaterThan(1000);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200);
  });
});
