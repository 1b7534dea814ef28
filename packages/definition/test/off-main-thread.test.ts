import { offMainThread, loadWebService, parseDefinition } from '@ticketgate/definition';

import { runInThread } from '../src/check/off-main-thread.js';

const HEAD = 'Debugger: { DebugThreshold: error }\n';
/** More than is read in the main thread. */
const LINES = 2_000;

function service(lines: string): string {
  return `${HEAD}Provider:
  Transport:
    Type: HTTP::REST
    Config: { RouteOperationMapping: { Get: { Route: /Get } } }
  Operation: { Get: { Type: Ticket::TicketGet } }
${lines}`;
}

const LARGE = service(Array.from({ length: LINES }, (_, index) => `Key${index}: a value\n`).join(''));

/** How often others had their turn until the work was done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => (isDone = true));
  return turns;
}

describe('work on fifty small definitions at once', () => {
  it('lets others have their turn after each of them', async () => {
    const jobs = Promise.all(Array.from({ length: 50 }, () => offMainThread('check', service(''), { file: 'a.yml' })));
    expect(await countTurns(jobs)).toBeGreaterThanOrEqual(50);
  });
});

describe('work on a large definition', () => {
  it('leaves the thread of requests to the requests', async () => {
    const options = { file: 'a.yml', operationTypes: ['Ticket::TicketGet'], served: HEAD };
    expect(await countTurns(offMainThread('check', LARGE, options))).toBeGreaterThan(100);
    expect(await countTurns(offMainThread('compare', HEAD, LARGE))).toBeGreaterThan(100);
    expect(await countTurns(offMainThread('load', LARGE))).toBeGreaterThan(100);
    expect(await countTurns(offMainThread('mask', LARGE))).toBeGreaterThan(100);
    // As different as it is compared: a thousand lines.
    const other = LARGE.replace(/^Key(\d*[05]): a/gm, 'Key$1: another');
    expect(await countTurns(offMainThread('diff', LARGE, other, { before: 'a', after: 'b' }))).toBeGreaterThan(100);
  });

  it('is that on a definition with hundreds of patterns, too', async () => {
    const patterns = Array.from({ length: 300 }, (_, index) => `'(a+)+${index}': b`).join(', ');
    const mapping = `MappingInbound: { Type: Simple, Config: { KeyMapRegEx: { ${patterns} } } }`;
    const text = service('').replace('Type: Ticket::TicketGet', `Type: Ticket::TicketGet, ${mapping}`);
    expect(text.length).toBeLessThan(20_000);
    expect(await countTurns(offMainThread('check', text, { file: 'a.yml' }))).toBeGreaterThan(100);
  });

  it('finds what it finds in the main thread', async () => {
    const options = { file: 'a.yml', customerMembers: new Map([['Ticket::TicketGet', ['State']]]) };
    const text = LARGE.replace('Key7:', 'Key6:');
    expect(await offMainThread('check', text, options)).toEqual(parseDefinition(text, options).diagnostics);
    const patch = await offMainThread('diff', LARGE, text, { before: 'a', after: 'b' });
    expect(patch).toContain('\n-Key7: a value\n+Key6: a value\n');
  });

  it('loads a web service that nobody can change', async () => {
    const { webService } = await offMainThread('load', LARGE);
    expect(webService).toEqual(loadWebService(LARGE).webService);
    expect(Object.isFrozen(webService)).toBe(true);
    expect(Object.isFrozen(webService?.operations.get('Get')?.options)).toBe(true);
  });

  it('ends with the error of the work', async () => {
    // A path that is not one, which TypeScript would not let pass.
    const path = JSON.parse('7') as readonly string[];
    await expect(offMainThread('remove', LARGE, path)).rejects.toThrow('path is not iterable');
    await expect(offMainThread('mask', service('Password: secret\n'))).resolves.toContain("Password: '*******'");
  });
});

describe('work on a definition that takes too long', () => {
  const endless = LARGE.repeat(10);

  it('is reported where the result has what is wrong with a text', async () => {
    const problem = { file: 'a.yml', code: 'too-complex', severity: 'error', line: 1, column: 1 };
    expect(await runInThread({ name: 'check', given: [endless, { file: 'a.yml' }] }, 0)).toMatchObject([problem]);
    expect(await runInThread({ name: 'load', given: [endless, 'a.yml'] }, 0)).toMatchObject({
      ...{ webService: undefined, obstacle: problem },
    });
  });

  it('fails otherwise', async () => {
    await expect(runInThread({ name: 'compare', given: [HEAD, endless] }, 0)).rejects.toMatchObject({
      code: 'Gateway.DefinitionTooComplex',
    });
  });
});
