import { readMigrations } from '@ticketgate/database/postgres';

it('reads migrations from SQL, with semicolons in texts, comments and functions', async () => {
  const [goods, price] = readMigrations(`
-- shop/001-goods (family)
-- The shop has goods.
-- Isn't much; will grow.
create table goods (name text default ';');
create function sell() returns void language plpgsql as $$ begin null; end $$;

-- shop/002-price (ticketgate)
-- Goods have a price.
create table ticketgate.price (goods_id integer);
`);
  expect(goods).toMatchObject({ name: 'shop/001-goods', schema: 'family', why: 'The shop has goods.' });
  expect(price).toMatchObject({ name: 'shop/002-price', schema: 'ticketgate', why: 'Goods have a price.' });
  const sent: string[] = [];
  const query = async (text: string) => (sent.push(text), []);
  await goods?.up({ query } as never);
  expect(sent).toEqual([
    `-- Isn't much; will grow.\ncreate table goods (name text default ';')`,
    'create function sell() returns void language plpgsql as $$ begin null; end $$',
  ]);
});
