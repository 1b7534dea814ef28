import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@ticketgate/sdk';
import { silentLogger, startTestServer, type TestServer } from '../../../test/support/index.js';

import { DefinitionFolder } from '../src/definition-files/definition-folder.js';

const DEFINITION = (threshold: string) => `Debugger: { DebugThreshold: ${threshold} }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { KeepAlive: 1, MaxLength: 1000, RouteOperationMapping: { Login: { Route: /Session, RequestMethod: [POST] } } }
  Operation: { Login: { Type: 'Session::SessionCreate' } }
`;
const OLD = DEFINITION('info');
const NEW = DEFINITION('debug');

let parent = '';
let server: TestServer;
let warnings: string[] = [];
const running = new Map<string, DefinitionFolder>();

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'ticketgate-machines-'));
  const logger: Logger = { ...silentLogger, warn: (message) => void warnings.push(message), child: () => logger };
  server = await startTestServer({ configuration: { webServices: { folder: parent, watch: false } }, logger });
});

afterEach(async () => {
  for (const name of [...running.keys()]) await stop(name);
  warnings = [];
});

afterAll(async () => {
  await server.stop();
  rmSync(parent, { recursive: true, force: true });
});

/** All machines have the same path, and each its own folder behind it. */
const place = (machine: string) => ({ machine, folder: parent });

function put(service: string, text: string | undefined): void {
  const path = join(parent, `${service}.yml`);
  if (text === undefined) rmSync(path, { force: true });
  else writeFileSync(path, text);
}

/** Starts a machine while the folder has what this one has. */
async function start(machine: string): Promise<void> {
  const files = new DefinitionFolder(server.system, place(machine), ['Session::SessionCreate']);
  running.set(machine, files);
  await files.applyAll();
}

async function stop(machine: string): Promise<void> {
  await running.get(machine)?.close();
  running.delete(machine);
}

const stored = async (name: string) => (await server.system.services.find(name))?.config;
const isServed = async (name: string) => (await server.system.services.find(name))?.validID === 1;

describe('definition files of several machines', () => {
  it('are applied by the first machine that brings them; one with an older content does not put it back', async () => {
    put('Desk', OLD);
    await start('a');
    await start('b');
    await stop('a');
    put('Desk', NEW);
    await start('a');
    expect(await stored('Desk')).toBe(NEW);
    warnings = [];
    await stop('b');
    put('Desk', OLD);
    await start('b');
    await start('c');
    expect(await stored('Desk')).toBe(NEW);
    expect(warnings.filter((each) => each.includes('has an older content than another machine'))).toHaveLength(2);
  });

  it('go back to an older content when it is put on the machine that had the current one', async () => {
    put('Back', OLD);
    await start('a');
    await stop('a');
    put('Back', NEW);
    await start('a');
    await stop('a');
    put('Back', OLD);
    await start('a');
    expect(await stored('Back')).toBe(OLD);
  });

  it('may be missing on a machine that did not apply them', async () => {
    put('Shop', OLD);
    await start('a');
    await stop('a');
    put('Shop', undefined);
    await start('b');
    expect(await isServed('Shop')).toBe(true);
    expect(warnings.join()).toContain('missing on this machine, but another one has applied it');
  });

  it('disable their service when they are gone on the machine that applied them, and enable it when they are back there', async () => {
    put('Held', OLD);
    await start('a');
    await start('b');
    await stop('a');
    put('Held', undefined);
    await start('a');
    expect(await isServed('Held')).toBe(false);
    put('Held', OLD);
    await stop('b');
    await start('b');
    expect(await isServed('Held')).toBe(false);
    await stop('a');
    await start('a');
    expect(await isServed('Held')).toBe(true);
  });

  it('enable their service again with a content that is new, whichever machine brings it', async () => {
    put('Again', OLD);
    await start('a');
    await stop('a');
    put('Again', undefined);
    await start('a');
    put('Again', NEW);
    await start('b');
    expect(await isServed('Again')).toBe(true);
  });
});
