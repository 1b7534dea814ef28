import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { accountsMigrations } from '@ticketgate/accounts';
import { databaseMigrations, freePort, ServiceStore } from '@ticketgate/database';
import { defaultConfiguration, loadPlugins } from '@ticketgate/runtime';

import { OutsideFolder } from '../outside/outside-folder.js';
import { blocksOf, commandsOfBlock, type ShownCommand } from '../outside/page-blocks.js';
import { Terminal } from '../outside/terminal.js';
import { startTestDatabase, type TestDatabase, untilTrue } from '../support/index.js';
import { debianPackagesMissing } from '../tools/debian-packages.js';

const ROOT = join(import.meta.dirname, '..', '..');
/** A start takes longest; a file or a proxy takes effect a moment after the command. */
const PATIENCE_MILLISECONDS = 60_000;

/** Does what a guide says, in its order: writes its files, starts its server, and runs its commands in another terminal. */
class Reader {
  readonly folder = new OutsideFolder();
  /** What the page calls by other names: addresses, folders, a database. */
  readonly names = new Map<string, string>();
  readonly #terminals: Terminal[] = [];
  readonly #surprises: unknown[] = [];

  async start(): Promise<string> {
    const port = String(await freePort());
    this.names.set('127.0.0.1:8080', `127.0.0.1:${port}`);
    // Programs that the guides use as an administrator would.
    this.program('sudo', 'exec "$@"');
    const path = `${join(this.folder.path, 'bin')}:${process.env.PATH ?? ''}`;
    const environment = { ...process.env, PATH: path, PORT: port, NODE_TEST_CONTEXT: undefined };
    for (let count = 0; count < 2; count += 1) this.#terminals.push(new Terminal(this.folder.path, environment));
    return `http://127.0.0.1:${port}`;
  }

  program(name: string, script: string): void {
    spawnSync('chmod', ['+x', this.folder.write(`bin/${name}`, `#!/bin/sh\n${script}\n`)]);
  }

  /** Answers the commands that wrote something else than the page shows. */
  async follow(guide: string, query?: (statements: string) => Promise<void>): Promise<readonly unknown[]> {
    const page = readFileSync(join(ROOT, 'docs', 'guides', `${guide}.md`), 'utf8');
    for (const block of blocksOf(page)) {
      if (block.file !== undefined) this.folder.write(block.file, this.#here(block.text));
      if (block.language === 'sql') await query?.(this.#here(block.text));
      for (const each of commandsOfBlock(block)) await this.#run(each);
    }
    return this.#surprises;
  }

  /** "…" stands for anything. */
  async #run({ command, output }: ShownCommand): Promise<void> {
    const parts = this.#here(output)
      .split('…')
      .map((part) => part.trim());
    const isShown = (written: string) => parts.every((part) => written.includes(part));
    const [server, terminal] = this.#terminals;
    const isServer = command.endsWith(' serve');
    if (isServer) server?.start(this.#here(command));
    const attempt = async () => {
      if (isServer) return isShown(server?.output ?? '');
      const { code = 1, output: written = '' } = (await terminal?.run(this.#here(command))) ?? {};
      return isShown(written) && (output.trim() !== '' || code === 0);
    };
    await untilTrue(attempt, PATIENCE_MILLISECONDS).catch(() => {
      this.#surprises.push({ command, output, written: (isServer ? server : terminal)?.output });
    });
  }

  #here(text: string): string {
    return [...this.names].reduce((whole, [theirs, ours]) => whole.replaceAll(theirs, ours), text);
  }

  async stop(): Promise<void> {
    for (const terminal of this.#terminals) await terminal.close();
    this.folder.remove();
  }
}

describe('docs/guides/from-nothing.md', () => {
  const reader = new Reader();

  afterAll(() => reader.stop());

  it('has the example of the front page', () => {
    const [front, guide] = ['index.md', 'guides/from-nothing.md'].map((name) =>
      readFileSync(join(ROOT, 'docs', name), 'utf8'),
    );
    const blocks = blocksOf(front ?? '').map(({ text }) => text);
    expect(blocks).toHaveLength(2);
    expect(blocks.filter((text) => guide?.includes(text) !== true)).toEqual([]);
  });

  it('works as it is written', async () => {
    await reader.start();
    expect(await reader.follow('from-nothing')).toEqual([]);
  }, 300_000);
});

const missing = debianPackagesMissing('nginx-light', 'apache2-bin');
const describeIfThere = missing === undefined ? describe : describe.skip;

/** The tables of the host are ours, as in `test/attached/stand-in.test.ts`; its answers are those of Ticketgate, without its header. */
describeIfThere(`docs/guides/from-a-host.md${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  const reader = new Reader();
  let test: TestDatabase;
  let ticketgate: string;
  const host = createServer((request, response) => {
    void fetch(ticketgate + (request.url ?? ''))
      .then((answer) => answer.text())
      .then((answer) => response.setHeader('Content-Type', 'application/json').end(answer));
  });

  beforeAll(async () => {
    ticketgate = await reader.start();
    test = await startHostDatabase(reader.folder.path);
    const { username, password, host: server, pathname } = new URL(test.url);
    expect([username, password, server]).not.toContain('');
    const name = pathname.slice(1);
    reader.names
      .set('@db.example.org/otobo', `@${server}/${name}`)
      .set('on database otobo', `on database ${name}`)
      .set('https://desk.example.org', await startWebServer())
      .set('/etc/nginx', join(reader.folder.path, 'nginx'));
  });

  afterAll(async () => {
    await reader.stop();
    spawnSync('/usr/sbin/nginx', nginxWords('-s', 'stop'));
    host.close();
    await test.stop();
  });

  const nginxWords = (...words: readonly string[]) => ['-c', join(reader.folder.path, 'nginx', 'nginx.conf'), ...words];

  /** nginx in front of the host, and what an administrator calls it. */
  async function startWebServer(): Promise<string> {
    await once(host.listen(0, '127.0.0.1'), 'listening');
    const folder = join(reader.folder.path, 'nginx');
    const port = await freePort();
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder};`,
    );
    const server = `listen 127.0.0.1:${port}; include ${folder}/ticketgate/*.conf;
      location / { proxy_pass http://127.0.0.1:${(host.address() as AddressInfo).port}; }`;
    mkdirSync(folder);
    reader.folder.write(
      'nginx/nginx.conf',
      `pid ${folder}/pid; error_log ${folder}/error.log;
      events {} http { access_log off; ${temporary.join(' ')} server { ${server} } }`,
    );
    reader.program('nginx', `exec /usr/sbin/nginx ${nginxWords('"$@"').join(' ')}`);
    expect(spawnSync('/usr/sbin/nginx', nginxWords()).status).toBe(0);
    return `http://127.0.0.1:${port}`;
  }

  /** As psql: one statement after the other. */
  async function query(statements: string): Promise<void> {
    for (const statement of statements.split(';\n')) await test.database.query(statement);
  }

  it('has lines that Apache accepts', () => {
    const page = readFileSync(join(ROOT, 'docs', 'guides', 'from-a-host.md'), 'utf8');
    const lines = blocksOf(page).find(({ language }) => language === 'apache')?.text;
    const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers'].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`,
    );
    const server = `ServerName localhost\nErrorLog ${reader.folder.path}/apache.log\nListen 127.0.0.1:80\n<VirtualHost *>\n${lines ?? ''}</VirtualHost>\n`;
    const file = reader.folder.write('apache.conf', modules.join('') + server);
    expect(spawnSync('/usr/sbin/apache2', ['-t', '-f', file], { encoding: 'utf8' }).stderr).toBe('Syntax OK\n');
  });

  it('works as it is written, and leaves nothing in the database', async () => {
    const tables = () => test.database.query('select schemaname, tablename from pg_tables order by 1, 2');
    const before = await tables();
    expect(await reader.follow('from-a-host', query)).toEqual([]);
    expect(await tables()).toEqual(before);
  }, 300_000);
});

/** A database with the tables of a host, a web service and an agent who may read tickets. */
async function startHostDatabase(folder: string): Promise<TestDatabase> {
  const { plugins } = await loadPlugins(defaultConfiguration(folder).plugins, folder);
  const own = plugins.flatMap(({ migrations = [] }) => migrations);
  const test = await startTestDatabase({ migrations: [...databaseMigrations, ...accountsMigrations, ...own] });
  const config = readFileSync(join(ROOT, 'config', 'webservices', 'GenericTicketConnectorREST.yml'), 'utf8').replace(
    'DebugThreshold: error',
    'DebugThreshold: debug',
  );
  await new ServiceStore(test.database).save({ name: 'Helpdesk', config, userID: 1, time: '2026-11-28 10:00:00' });
  await test.database.query(
    `with anna as (
      insert into users (login, pw, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
      values ('anna', encode(sha256('anna-Passw0rd'), 'hex'), 'Anna', 'Agent', 1, now(), 1, now(), 1) returning id)
    insert into group_user (user_id, group_id, permission_key, create_time, create_by, change_time, change_by)
    select id, 1, 'ro', now(), 1, now(), 1 from anna`,
  );
  await test.database.query('drop schema ticketgate cascade');
  // Roles are those of the server: an earlier run may have ended early.
  await test.database.query('drop role if exists gate');
  return test;
}
