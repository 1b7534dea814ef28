import { resolveSecret, signKeyIn, unfitSignKeys } from '../src/invokers/secrets.js';

it('are what the definition says, or the variable of the environment that it names', () => {
  const environment = { TICKETGATE_SECRET_CHAT: 'open-sesame', HOME: '/root' };
  expect(resolveSecret('open-sesame-2', environment)).toBe('open-sesame-2');
  expect(resolveSecret('TICKETGATE_SECRET_CHAT', environment)).toBe('open-sesame');
  expect(resolveSecret('HOME', environment)).toBe('HOME');
  expect(() => resolveSecret('TICKETGATE_SECRET_NONE', environment)).toThrow(
    expect.objectContaining({ code: 'Requester.SecretMissing' }) as Error,
  );
});

const KEY = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const base64 = (bytes: number) => Buffer.alloc(bytes, 'key').toString('base64');

it('sign with Base64 of 24 to 64 bytes, with or without its usual beginning', () => {
  for (const secret of [KEY, `whsec_${KEY}`]) expect(signKeyIn(secret)).toEqual(Buffer.from(KEY, 'base64'));
  for (const bytes of [24, 25, 64]) expect(signKeyIn(`whsec_${base64(bytes)}`)).toHaveLength(bytes);
});

it.each([
  'whsec_',
  'whsec_QQ==',
  'x',
  'a text of more than 24 bytes, which is not Base64',
  ...[23, 65, 500].map(base64),
])('do not sign with %j', (secret) => {
  const refused = expect.objectContaining({ code: 'Requester.SecretUnfit' }) as Error;
  expect(() => signKeyIn(secret)).toThrow(refused);
  expect(() => signKeyIn(`whsec_${secret}`)).toThrow(refused);
  process.env.TICKETGATE_SECRET_SHORT = secret;
  expect(() => signKeyIn('TICKETGATE_SECRET_SHORT')).toThrow(refused);
  expect(unfitSignKeys()).toEqual(['TICKETGATE_SECRET_SHORT']);
  delete process.env.TICKETGATE_SECRET_SHORT;
});
