import { compileRoute } from '../src/index.js';

describe('A route', () => {
  it.each([
    ['/Ticket/:TicketID', '/Ticket/12', { TicketID: '12' }],
    ['/x:ID/y', '/x7/y', { ID: '7' }],
    ['/My Route', '/MyRoute', {}],
    ['/A|/B', '/Azzz', {}],
    ['/:ID/:ID', '/1/2', { ID: '1' }],
    ['/T.', '/Tx', {}],
  ])('%s matches %s', (route, path, groups) => {
    expect({ ...compileRoute(route)?.exec(path)?.groups }).toEqual(groups);
    expect(compileRoute(route)?.test(path)).toBe(true);
  });

  it.each([
    ['/Ticket/:TicketID', '/Ticket/'],
    ['/Ticket/:TicketID', '/Ticket/1/2'],
    ['/Ticket', '/ticket'],
    ['/Ticket', '/Ticket/'],
  ])('%s does not match %s', (route, path) => {
    expect(compileRoute(route)?.test(path)).toBe(false);
  });

  it.each(['/:My-ID', '/:ID.json', '/(?:a)', '/:1st'])('%s cannot be compiled', (route) => {
    expect(compileRoute(route)).toBeUndefined();
  });
});
