import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@ticketgate/sdk';
import { silentLogger, startTestServer, untilTrue, type TestServer } from '../../../test/support/index.js';

import { registerPlugins } from '../../runtime/src/plugins/register-plugins.js';
import { DefinitionFolder } from '../src/definition-files/definition-folder.js';
import { folderPlace } from '../src/definition-files/definition-files.js';
import { listServices } from '../src/services/list-services.js';
import { openAdminSystem } from '../src/open-admin-system.js';

const DEFINITION = (threshold: string) => `Debugger: { DebugThreshold: ${threshold} }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { KeepAlive: 1, MaxLength: 1000, RouteOperationMapping: { Login: { Route: /Session, RequestMethod: [POST] } } }
  Operation: { Login: { Type: 'Session::SessionCreate' } }
`;

let folder = '';
let server: TestServer;
let warnings: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-drift-'));
  const logger: Logger = { ...silentLogger, warn: (message) => void warnings.push(message), child: () => logger };
  // Starts are those of the tests; this one has the configuration and serves.
  server = await startTestServer({ configuration: { webServices: { folder, watch: false } }, logger });
});

beforeEach(() => {
  warnings = [];
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.yml`), text);
}

function remove(name: string): void {
  rmSync(join(folder, `${name}.yml`));
}

/** What a start does with definition files, and the stop after it. */
async function restart(from = folder): Promise<void> {
  const files = new DefinitionFolder(server.system, folderPlace(from), ['Session::SessionCreate']);
  await files.applyAll();
  await files.close();
}

async function stored(name: string): Promise<string | undefined> {
  return (await server.system.services.find(name))?.config;
}

async function saveOtherwise(name: string, config: string): Promise<void> {
  await server.system.services.save({ name, config, userID: 1, time: '2026-11-22 00:00:00' });
}

async function listed(name: string) {
  const { operations } = registerPlugins(server.system.loadedPlugins);
  const found = (await listServices(openAdminSystem(server.system, operations))).find((each) => each.name === name);
  return found && [found.state, found.drift];
}

function warningsOf(name: string): readonly string[] {
  return warnings.filter((warning) => warning.startsWith(`the web service "${name}" and its file differ: `));
}

async function isServed(name: string): Promise<boolean> {
  return (await fetch(`${server.url}/Webservice/${name}/Session`, { method: 'POST', body: '{}' })).status !== 404;
}

it('the administration of a command starts the plugins once, however often they are needed', () => {
  const { operations } = registerPlugins(server.system.loadedPlugins);
  const admin = openAdminSystem(server.system, operations);
  expect(admin.ready()).toBe(admin.ready());
});

describe('a definition file and its web service', () => {
  it('follow a rollback that was deployed while the server was down', async () => {
    for (const threshold of ['info', 'debug', 'info']) {
      write('Back', DEFINITION(threshold));
      expect(await listed('Back')).toContain('its file is not applied yet');
      await restart();
      expect(await stored('Back')).toBe(DEFINITION(threshold));
    }
    expect(await listed('Back')).toEqual(['served', undefined]);
  });

  it('are disabled together when the file is gone, and come back together', async () => {
    write('Gone', DEFINITION('info'));
    await restart();
    await untilTrue(() => isServed('Gone'));
    remove('Gone');
    await restart();
    await untilTrue(async () => !(await isServed('Gone')));
    expect(warningsOf('Gone')).toEqual([expect.stringContaining('its file is gone, so it is disabled')]);
    expect(await listed('Gone')).toEqual(['disabled', 'its file is gone, so it is disabled']);
    write('Gone', DEFINITION('info'));
    await restart();
    await untilTrue(() => isServed('Gone'));
    expect(await listed('Gone')).toEqual(['served', undefined]);
  });

  it('come back together while the server runs, also from a file that ends with .yaml', async () => {
    const path = join(folder, 'Returned.yaml');
    writeFileSync(path, DEFINITION('info'));
    const files = new DefinitionFolder(server.system, folderPlace(folder), ['Session::SessionCreate']);
    await files.applyAll();
    files.watch();
    await untilTrue(() => isServed('Returned'));
    rmSync(path);
    await untilTrue(async () => !(await isServed('Returned')));
    expect(warningsOf('Returned')[0]).toContain(`ticketgate service export Returned --output ${path}`);
    writeFileSync(path, DEFINITION('info'));
    await untilTrue(() => isServed('Returned'));
    await files.close();
  });

  it('differ when the service was changed elsewhere: neither an old nor a new file overwrites it', async () => {
    write('Changed', DEFINITION('info'));
    await restart();
    await saveOtherwise('Changed', DEFINITION('notice'));
    for (const threshold of ['info', 'debug']) {
      write('Changed', DEFINITION(threshold));
      await restart();
      expect(await stored('Changed')).toBe(DEFINITION('notice'));
    }
    const drift = 'changed elsewhere since its file was applied; the file is not applied';
    expect(await listed('Changed')).toEqual(['served', drift]);
    expect(warningsOf('Changed')).toHaveLength(2);
    expect(warningsOf('Changed')[0]).toContain(drift);
    expect(warningsOf('Changed')[0]).toContain(`ticketgate service import ${join(folder, 'Changed.yml')}`);
    remove('Changed');
    await restart();
    expect(await listed('Changed')).toEqual([
      'served',
      'its file is gone; it was changed elsewhere since, so it stays',
    ]);
  });

  it('match again when both become equal, so that the next file is applied', async () => {
    write('Equal', DEFINITION('info'));
    await restart();
    await saveOtherwise('Equal', DEFINITION('notice'));
    write('Equal', DEFINITION('notice'));
    await restart();
    write('Equal', DEFINITION('debug'));
    await restart();
    expect(await stored('Equal')).toBe(DEFINITION('debug'));
  });

  it('differ when the service was removed, until the file is gone too', async () => {
    write('Removed', DEFINITION('info'));
    await restart();
    await server.system.services.remove('Removed');
    write('Removed', DEFINITION('debug'));
    await restart();
    expect(await listed('Removed')).toEqual(['absent', 'removed; its file does not restore it']);
    remove('Removed');
    await restart();
    write('Removed', DEFINITION('debug'));
    await restart();
    expect(await listed('Removed')).toEqual(['served', undefined]);
  });

  it('do not belong together if the service was not created from a file', async () => {
    await saveOtherwise('Foreign', DEFINITION('info'));
    write('Foreign', DEFINITION('debug'));
    await restart();
    expect(await listed('Foreign')).toEqual(['served', 'not created by a file; the file with its name is not applied']);
  });

  it('say when a file is not applied because of its errors', async () => {
    write('Wrong', 'Provider: [\n');
    await restart();
    expect(await listed('Wrong')).toEqual(['absent', expect.stringContaining('its file has errors')]);
  });

  it('are left alone by a server whose folder differs or is missing', async () => {
    write('Here', DEFINITION('info'));
    await restart();
    const other = mkdtempSync(join(tmpdir(), 'ticketgate-drift-other-'));
    await restart(other);
    rmSync(other, { recursive: true });
    await restart(other);
    expect(await listed('Here')).toEqual(['served', undefined]);
  });

  it('are watched while the server runs: a file replaced in steps does not count as gone, a deleted one does', async () => {
    write('Watched', DEFINITION('info'));
    const files = new DefinitionFolder(server.system, folderPlace(folder), ['Session::SessionCreate']);
    await files.applyAll();
    files.watch();
    remove('Watched');
    write('Watched', DEFINITION('debug'));
    await untilTrue(async () => (await stored('Watched')) === DEFINITION('debug'));
    expect(await listed('Watched')).toEqual(['served', undefined]);
    remove('Watched');
    await untilTrue(async () => (await listed('Watched'))?.[0] === 'disabled');
    await files.close();
  });
});
