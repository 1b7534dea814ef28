import { resolveSecret } from '../src/requester/secrets.js';

it('are what the definition says, or the variable of the environment that it names', () => {
  const environment = { TICKETGATE_SECRET_CHAT: 'open-sesame', HOME: '/root' };
  expect(resolveSecret('open-sesame-2', environment)).toBe('open-sesame-2');
  expect(resolveSecret('TICKETGATE_SECRET_CHAT', environment)).toBe('open-sesame');
  expect(resolveSecret('HOME', environment)).toBe('HOME');
  expect(() => resolveSecret('TICKETGATE_SECRET_NONE', environment)).toThrow(
    expect.objectContaining({ code: 'Requester.SecretMissing' }) as Error,
  );
});
