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

  it('uses the first route that matches among many that may begin with anything', () => {
    const open = Array.from({ length: 300 }, (_, index) => `/:kind/of/${index}`);
    const routes = [...open.slice(0, 150), '/ticket/of/:id', ...open.slice(150)];
    expect(operationFor('/ticket/of/7', routes)).toBe('/:kind/of/7');
    expect(operationFor('/ticket/of/200', routes)).toBe('/ticket/of/:id');
    expect(operationFor('/queue/of/200', routes)).toBe('/:kind/of/200');
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

  it.each([
    ['/St%C3%B6rung/5', '/Störung/:id'],
    ['/St%c3%b6rung/5', '/St%C3%B6rung/:id'],
    ['/St%C3%B6rung/5', '/St%c3%b6rung/:id'],
    ['/St%C3%B6rung/5', '/T|/Störung/:id'],
  ])('matches %s with %s: letters beyond ASCII may be written in any form', (path, route) => {
    const router = new Router([{ operation: 'A', route, methods: ['POST'] }]);
    expect(router.match(path, 'POST')).toMatchObject({ parameters: { id: '5' } });
    expect([router.match(path, 'GET'), router.listMethods(path)]).toEqual([undefined, ['POST']]);
  });

  it('decodes the values of placeholders once, and no ASCII of paths', () => {
    const router = new Router([{ operation: 'A', route: '/Störung/:id', methods: undefined }]);
    expect(router.match('/St%C3%B6rung/%C3%B6%2F%2541', 'GET')?.parameters).toEqual({ id: 'ö/%41' });
    expect(router.match('/%53t%C3%B6rung/5', 'GET')).toBeUndefined();
    expect(router.match('/St%F6rung/5', 'GET')).toBeUndefined();
  });
});
