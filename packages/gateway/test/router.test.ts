import { Router } from '../src/transports/rest/routing/router.js';

function operationFor(path: string, routes: readonly string[]): string | undefined {
  const definitions = routes.map((route) => ({ operation: route, route, methods: undefined }));
  return new Router(definitions).match(path, 'GET')?.operation;
}

describe('Router', () => {
  it('uses the first route that matches, however it begins', () => {
    expect(operationFor('/ticket/5', ['/:kind/:id', '/ticket/:id'])).toBe('/:kind/:id');
    expect(operationFor('/ticket/5', ['/ticket/:id', '/:kind/:id'])).toBe('/ticket/:id');
    expect(operationFor('/queue/5', ['/ticket/:id', '/:kind/:id'])).toBe('/:kind/:id');
    expect(operationFor('/queue', ['/ticket', '/ticket/:id'])).toBeUndefined();
  });

  it.each([
    ['/ticketlist', '/ticket/?list'],
    ['/ticketlist', '/ticket/*list'],
    ['/queue', '/ticket|/queue'],
    ['/tickets', '/tickets?'],
    ['/ticket', '/tickets?'],
  ])('finds %s by %s beside a route that begins alike: routes are patterns', (path, route) => {
    expect(operationFor(path, ['/ticket/:id', route])).toBe(route);
  });
});
