import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@ticketgate/test-support';

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
    const environment = {
      TICKETGATE_CONFIG: join(folder, 'gateway.yml'),
      DATABASE_URL: server.system.location.url,
    };
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
    expect(outputs.get('catalogue diff catalogue.yml')).toBe('group "support" added\n1 changes.\n');
    expect(outputs.get('catalogue apply catalogue.yml')).toBe('group "support" added\n1 changes.\n');
    expect(outputs.get('catalogue diff exported.yml')).toBe('The database already matches the file.\n');
    expect(outputs.get('audit list --limit 30')).toContain('service rolled back to version');
  });

  it('of its table exist', () => {
    const program = createProgram();
    const groups = new Map(program.commands.map((command) => [command.name(), command]));
    const named = [...PAGE.matchAll(/`(service|agent|customer|role|session|api-key|catalogue|audit) ([a-z-]+)[ `]/g)];
    const missing = named.filter(
      ([, group = '', name]) => groups.get(group)?.commands.every((each) => each.name() !== name) ?? true,
    );
    expect(named.length).toBeGreaterThan(20);
    expect(missing.map(([text]) => text)).toEqual([]);
  });
});
