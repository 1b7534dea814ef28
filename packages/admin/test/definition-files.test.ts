import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectingLogger, startTestServer, type TestServer } from '../../../test/support/index.js';

import { applyDefinitionFile, FileReport } from '../src/definition-files/apply-definition-file.js';
import { folderPlace, readDefinitionFiles } from '../src/definition-files/definition-files.js';

const MOST_BYTES = 2_000_000;
const TYPES = ['Session::SessionCreate'];

const DEFINITION = (threshold: string) => `Debugger: { DebugThreshold: ${threshold} }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { KeepAlive: 1, MaxLength: 1000, RouteOperationMapping: { Login: { Route: /Session, RequestMethod: [POST] } } }
  Operation: { Login: { Type: 'Session::SessionCreate' } }
`;

let folder = '';
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-files-'));
  server = await startTestServer({ webServices: { Foreign: DEFINITION('info') } });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function apply(name: string, text: string) {
  const path = join(folder, `${name}.yml`);
  const options = { operationTypes: TYPES, place: folderPlace(folder) };
  return (await applyDefinitionFile(server.system, { name, path, text, problems: [] }, options)).kind;
}

async function versions(name: string): Promise<number> {
  const { services } = server.system;
  const service = await services.find(name);
  return service === undefined ? 0 : (await services.versions.list(service.id, { limit: 100 })).length;
}

describe('a definition file', () => {
  it('is refused with a masked secret, which would be served as the secret', async () => {
    const requester = `Requester: { Transport: { Type: HTTP::REST, Config: { Authentication: { BasicAuthPassword: '*******' } } } }\n`;
    expect(await apply('Masked', DEFINITION('info') + requester)).toBe('rejected');
  });

  it('is logged with what it changed', async () => {
    const logger = collectingLogger();
    const report = new FileReport(logger);
    for (const route of ['/Session', '/Login']) {
      const text = DEFINITION('info').replace('/Session', route);
      const file = { name: 'Logged', path: join(folder, 'Logged.yml'), text, problems: [] };
      report.applied(
        file,
        await applyDefinitionFile(server.system, file, { operationTypes: TYPES, place: folderPlace(folder) }),
      );
    }
    expect(logger.lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      'web service applied from its file',
      'web service applied from its file\n  route POST /Session removed (0 calls in the last 7 days)\n  route POST /Login added',
    ]);
  });

  it('becomes a version of its service whenever it differs from what was last applied, even with older content', async () => {
    expect([await apply('Own', DEFINITION('info')), await apply('Own', DEFINITION('info'))]).toEqual([
      'applied',
      'unchanged',
    ]);
    expect([await apply('Own', DEFINITION('debug')), await apply('Own', DEFINITION('info'))]).toEqual([
      'applied',
      'applied',
    ]);
    expect(await versions('Own')).toBe(3);
  });

  it('never overwrites a service that was not created from a file', async () => {
    expect(await apply('Foreign', DEFINITION('debug'))).toBe('kept');
    expect((await server.system.services.find('Foreign'))?.config).toBe(DEFINITION('info'));
  });

  it('is not applied while it has errors', async () => {
    expect(await apply('Own', DEFINITION('info').replace('Provider:', 'Provider: x\nB:'))).toBe('rejected');
    expect(await versions('Own')).toBe(3);
  });

  it('is not applied when it would break what works, unless the service is not valid', async () => {
    const broken = DEFINITION('error').replace('[POST]', '[post]');
    expect(await apply('Own', broken)).toBe('rejected');
    expect((await server.system.services.find('Own'))?.config).toBe(DEFINITION('info'));
    const save = { name: 'Own', config: DEFINITION('info'), userID: 1, time: '2026-11-22 00:00:00' };
    await server.system.services.save({ ...save, validID: 2 });
    expect(await apply('Own', broken)).toBe('applied');
    await server.system.services.save({ ...save, validID: 1 });
  });

  it('is not applied when it is not UTF-8', async () => {
    writeFileSync(join(folder, 'Latin.yml'), Buffer.from(`Description: Gr\xfc\xdfe\n${DEFINITION('info')}`, 'latin1'));
    const [file] = await readDefinitionFiles(folder, MOST_BYTES);
    rmSync(join(folder, 'Latin.yml'));
    const options = { operationTypes: TYPES, place: folderPlace(folder) };
    expect(file && (await applyDefinitionFile(server.system, file, options))).toMatchObject({
      kind: 'rejected',
      diagnostics: [{ line: 1, column: 16, code: 'wrong-encoding' }],
    });
    expect(await versions('Latin')).toBe(0);
  });

  it('is any .yml or .yaml file that is not hidden; a missing folder has none', async () => {
    for (const name of ['b.yaml', 'a.yml', '.a.yml.swp', '.hidden.yml', 'notes.txt'])
      writeFileSync(join(folder, name), name);
    expect((await readDefinitionFiles(folder, MOST_BYTES)).map(({ name, text }) => [name, text])).toEqual([
      ['a', 'a.yml'],
      ['b', 'b.yaml'],
    ]);
    expect(await readDefinitionFiles(join(folder, 'missing'), MOST_BYTES)).toEqual([]);
  });

  (process.platform === 'win32' ? it.skip : it).each([
    ['the folder', 'a folder of', 0o000, 0o600],
    ['one of them', 'a file of', 0o755, 0o000],
  ])('is not there for a user who may not read %s, who is told so', async (...[, name, ofFolder, ofFile]) => {
    const closed = join(folder, name);
    const file = join(closed, 'A.yml');
    mkdirSync(closed);
    writeFileSync(file, DEFINITION('info'), { mode: ofFile });
    chmodSync(closed, ofFolder);
    chmodSync(folder, 0o755);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    const reading = readDefinitionFiles(closed, MOST_BYTES).catch(String);
    const said = await reading.finally(() => isRoot && process.seteuid?.(0));
    chmodSync(closed, 0o755);
    expect(said).toContain(`${ofFolder === 0 ? closed : file} cannot be read: permission is denied.`);
    expect(await readDefinitionFiles(join(folder, 'none'), MOST_BYTES)).toEqual([]);
  });
});
