import { isData } from '@ticketgate/sdk';

import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

describe('query strings', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway();
    harness.publish({
      Otobo: service(),
      Contract: service({ gateway: '{ Profile: contract, UnknownMembers: ignore }' }),
    });
  });

  afterAll(async () => {
    await harness.close();
  });

  const ask = async (path: string): Promise<unknown> => {
    const answer: unknown = JSON.parse((await harness.call(`/Webservice${path}`)).text);
    return isData(answer) ? (answer.Input ?? answer) : answer;
  };

  it.each([
    ['X=0', { X: '0' }],
    ['T=a=b', { T: 'a=b' }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['a=1&a=0', { a: ['1', '0'] }],
    ['&a=%C3%A9&&', { a: 'é' }],
    ['__proto__=1', JSON.parse('{"__proto__":"1"}') as unknown],
  ])('are read as libraries for URLs write them in profile contract: %s', async (query, expected) => {
    expect(await ask(`/Contract/echo?${query}`)).toEqual({ ...(expected as object), RequestMethod: 'GET' });
  });

  it.each([
    ['X=0', { X: '' }],
    ['T=a=b', { T: 'a' }],
    ['a+b=c+d', { 'a+b': 'c d' }],
    ['a=1;b=2', { a: '1', b: '2' }],
    ['a=1&a=0', { a: ['1', '0'] }],
  ])("are read by the family's rules for its own operations in profile otobo: %s", async (query, expected) => {
    expect(await ask(`/Otobo/echo?${query}`)).toEqual({ ...expected, RequestMethod: 'GET' });
  });

  it('are read as libraries write them for operations that are checked by a schema, in profile otobo too', async () => {
    expect(await ask('/Otobo/greeting?Name=a=b')).toEqual({ Greeting: 'Hello a=b' });
  });
});
