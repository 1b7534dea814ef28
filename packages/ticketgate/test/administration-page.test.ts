import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminRoutes } from '@ticketgate/admin/api';
import { startTestServer, type TestServer } from '../../../test/support/index.js';

import { addCommands } from '../src/command/commands.js';
import { createProgram } from '../src/command/program.js';
import { runCommand } from './run-command.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/administration.md'), 'utf8');

/** In the order of the page. */
const COMMANDS = [...PAGE.matchAll(/^\$ npx ticketgate (.+)$/gm)].map(([, words = '']) => words);

describe('the commands of docs/administration.md', () => {
  let server: TestServer;
  let folder = '';
  const home = process.cwd();

  beforeAll(async () => {
    server = await startTestServer();
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-administration-'));
    writeFileSync(join(folder, 'gateway.yml'), 'webServices: { folder: null }\ncatalogue: { file: null }\n');
    writeFileSync(join(folder, 'catalogue.yml'), 'Groups: [{ Name: support }]\n');
    process.chdir(folder);
  });

  afterAll(async () => {
    process.chdir(home);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const firstVersion = async () => {
    const service = await server.system.services.find('Helpdesk');
    return String((await server.system.services.versions.list(service?.id ?? 0, { limit: 100 })).at(-1)?.id);
  };

  it('work one after the other as they are written', async () => {
    const environment = { TICKETGATE_CONFIG: join(folder, 'gateway.yml'), DATABASE_URL: server.system.location.url };
    const outputs = new Map<string, string>();
    for (const command of COMMANDS) {
      const [line = '', input] = command.split(' < ');
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word);
      const version = words.includes('12') ? await firstVersion() : '';
      const known = words.map((word) => (word === '12' ? version : word));
      const { code, output, log } = await runCommand(known, {
        environment,
        input: input === undefined ? '' : 'a-long-Passw0rd\n',
      });
      expect([command, code, log]).toEqual([command, 0, expect.anything()]);
      outputs.set(command, output);
      if (command.startsWith('service new')) {
        const text = readFileSync('Helpdesk.yml', 'utf8');
        writeFileSync('Changed.yml', text.replace('1000000', '2000000'));
      }
    }
    expect(outputs.get('service diff Helpdesk')).toContain('MaxLength 1000000 → 2000000');
    expect(outputs.get('service diff Helpdesk Store --only meaning')).toBe('They do the same.\n');
    expect(outputs.get('catalogue diff catalogue.yml')).toBe('group "support" added\n1 change.\n');
    expect(outputs.get('catalogue apply catalogue.yml')).toBe('group "support" added\n1 change.\n');
    expect(outputs.get('catalogue diff exported.yml')).toBe(
      'Nothing to change: the database has all that the file names.\n',
    );
    expect(outputs.get('audit list --limit 30')).toContain('service rolled back to version');
  });
});

describe('the checklist of docs/administration.md', () => {
  const rows = [...PAGE.slice(PAGE.indexOf('## The checklist')).matchAll(/^\| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)];
  const entries = rows.filter(([, what = '']) => !/^(?:-+|in the screens|none of them has)\s*$/.test(what));
  const program = createProgram();
  addCommands(program);
  const groups = new Map(program.commands.map((command) => [command.name(), command]));

  /** A cell that names a group once may go on with other commands of it: `agent list`, `show`. */
  function commandsIn(cell: string): readonly string[] {
    let group = '';
    return [...cell.matchAll(/`([a-z][a-z-]*)(?: ([a-z][a-z-]*))?[^`]*`/g)].flatMap(([whole, first = '', second]) => {
      if (whole.includes('/')) return [];
      if (groups.get(first)?.commands.length === 0) return [first];
      if (second === undefined) return [`${group} ${first}`];
      group = first;
      return [`${first} ${second}`];
    });
  }

  it('names commands that exist, and every command of the administration', () => {
    const named = new Set(rows.flatMap(([, , cell = '']) => commandsIn(cell)));
    const existing = [...groups.values()].flatMap((group) =>
      group.commands.length === 0 ? [group.name()] : group.commands.map((each) => `${group.name()} ${each.name()}`),
    );
    expect([...named].filter((command) => !existing.includes(command))).toEqual([]);
    const administers = new Set([...named].map((command) => command.split(' ')[0]));
    for (const others of ['check', 'openapi']) administers.delete(others);
    const ours = existing.filter((command) => administers.has(command.split(' ')[0]));
    expect(ours.length).toBeGreaterThan(40);
    expect(ours.filter((command) => !named.has(command))).toEqual([]);
  });

  it('names every route of the API, and no other', () => {
    const named = rows.flatMap(([, , , cell = '']) =>
      [...cell.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, route = '']) => route),
    );
    const existing = adminRoutes.map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(named)].sort()).toEqual([...existing].sort());
  });

  it('names a screen that exists in each row', () => {
    const screens = readFileSync(join(import.meta.dirname, '../../../packages/console/src/app/screens.tsx'), 'utf8');
    const patterns = [...screens.matchAll(/^ {2}\['(\/[^']*)'|^ {4}'(\/[^']*)'/gm)].map(
      ([, one, other]) => one ?? other,
    );
    const cells = entries.map(([, , , , cell = '']) => cell.trim());
    const paths = cells.flatMap((cell) => /^`(\/[^`]*)`$/.exec(cell)?.[1] ?? []);
    expect(patterns.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !patterns.includes(path))).toEqual([]);
    expect(cells.filter((cell) => !/^(?:`\/[^`]*`|every screen)$/.test(cell))).toEqual([]);
  });

  it('has a command and a route in each row', () => {
    expect(entries.length).toBeGreaterThan(55);
    expect(
      entries.filter(
        ([, , command = '', route = '']) =>
          !command.includes('`') || (!route.includes('`/') && !/`[A-Z]+ \//.test(route)),
      ),
    ).toEqual([]);
  });
});
