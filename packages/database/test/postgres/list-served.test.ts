import { listServed } from '../../src/postgres/statements/list-served.js';

describe('listServed', () => {
  const serves = (definition: string, wanted: string) => listServed(definition).includes(wanted);

  it('finds all columns of an index, and the first ones', () => {
    const definition = 'CREATE INDEX i ON public.t USING btree (queue_id, lower((title)::text), id DESC)';
    expect(serves(definition, 'btree (queue_id, lower((title)::text), id DESC)')).toBe(true);
    expect(serves(definition, 'btree (queue_id)')).toBe(true);
    expect(serves(definition, 'btree (lower((title)::text))')).toBe(false);
  });

  it('looks past what does not matter: parameters, further columns, and the schemas of operators', () => {
    expect(serves('CREATE INDEX i ON t USING btree (a) INCLUDE (b) WITH (fillfactor=70)', 'btree (a)')).toBe(true);
    const trigrams = 'CREATE INDEX i ON t USING gin (lower(content) public.gin_trgm_ops) WITH (fastupdate=off)';
    expect(serves(trigrams, 'gin (lower(content) gin_trgm_ops)')).toBe(true);
    expect(serves(trigrams, 'gin (lower(content))')).toBe(false);
  });
});
