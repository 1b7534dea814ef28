import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueSchema } from '@ticketgate/admin';
import { checkDocument } from '@ticketgate/definition';

import { configurationSchema } from '../src/configuration/configuration.js';
import { defaultConfiguration } from '../src/configuration/default-configuration.js';
import { bodyBudget, readingLimits } from '../src/configuration/limits-of-gateway.js';
import { loadConfiguration, checkConfigurationText } from '../src/configuration/load-configuration.js';
import type { Flags } from '../src/configuration/environment-options.js';

const root = join(import.meta.dirname, '..', '..', '..');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-configuration-'));
  mkdirSync(join(folder, 'config'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  const file = join(folder, 'config', name);
  writeFileSync(file, text);
  return file;
}

/** Runs work as a user who may not do everything. */
function asOther(work: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o755);
    process.seteuid?.(65_534);
  }
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

interface Given {
  readonly files?: readonly string[];
  readonly flags?: Flags;
  readonly environment?: Record<string, string>;
}

function load({ files = [], flags = {}, environment = {} }: Given = {}) {
  return loadConfiguration({ files, flags, environment, workingDirectory: folder });
}

describe('the configuration', () => {
  it('is the defaults below the working directory when there is no file', () => {
    expect(load().configuration).toEqual(defaultConfiguration(folder));
  });

  it('says where each option stands: the last file, variable or flag that has it', () => {
    const first = write(
      'a.yml',
      'http: { port: 1, host: localhost, timeout: 5 }\nplugins: [a]\nSettings: { A: 1, B: 2 }\n',
    );
    const second = write('b.yml', 'http: { port: 2 }\nSettings: { B: 3 }\n');
    const environment = { PORT: '3', HOST: '::1', DATABASE_URL: 'postgres://h/d', TICKETGATE_DATA: '' };
    const { sources } = load({ files: [first, second], environment, flags: { port: '4', workers: '2' } });
    expect(Object.fromEntries(sources)).toEqual({
      'http.timeout': { kind: 'file', name: first },
      plugins: { kind: 'file', name: first },
      'Settings.A': { kind: 'file', name: first },
      'Settings.B': { kind: 'file', name: second },
      'http.host': { kind: 'environment', name: 'HOST' },
      'database.url': { kind: 'environment', name: 'DATABASE_URL' },
      'http.port': { kind: 'command line', name: '--port' },
      'http.workers': { kind: 'command line', name: '--workers' },
    });
  });

  it('prefers later files key by key, the environment to files, and flags to the environment', () => {
    const first = write(
      'a.yml',
      'http: { port: 1, host: localhost }\nplugins: [a, b]\nSettings: { A: { x: 1 }, B: 2 }\n',
    );
    const second = write('b.yml', 'http: { port: 2 }\nplugins: [c]\nSettings: { A: { y: 2 } }\n');
    const { http, plugins, Settings } = load({ files: [first, second] }).configuration;
    expect({ port: http.port, host: http.host, plugins, Settings }).toEqual({
      port: 2,
      host: 'localhost',
      plugins: ['c'],
      Settings: { A: { y: 2 }, B: 2 },
    });
    const environment = { PORT: '3', HOST: '::1', DATABASE_URL: 'postgres://h/d', TICKETGATE_DATA: '' };
    const over = load({ files: [first, second], environment, flags: { port: '4' } }).configuration;
    expect([over.http.port, over.http.host, over.database.url, over.database.poolSize]).toEqual([
      4,
      '::1',
      'postgres://h/d',
      10,
    ]);
  });

  it('reads gateway.yml and local.yml of the folder above, or the list in TICKETGATE_CONFIG instead', () => {
    const gateway = write('gateway.yml', 'http: { port: 1 }\n');
    const local = write('local.yml', 'http: { port: 2 }\n');
    const other = write('other.yml', 'http: { port: 3 }\n');
    const below = join(folder, 'deep', 'er');
    mkdirSync(below, { recursive: true });
    const byDefault = loadConfiguration({ files: [], flags: {}, environment: {}, workingDirectory: below });
    expect([byDefault.files, byDefault.configuration.http.port]).toEqual([[gateway, local], 2]);
    const named = load({ environment: { TICKETGATE_CONFIG: `config/gateway.yml, ${other}` } });
    expect([named.files, named.configuration.http.port]).toEqual([[gateway, other], 3]);
    expect(() => load({ files: ['missing.yml'] })).toThrow(join(folder, 'missing.yml'));
    expect(() => load({ files: ['config'] })).toThrow(
      `The configuration file ${join(folder, 'config')} cannot be read: it is a folder.`,
    );
  });

  (process.platform === 'win32' ? it.skip : it)('is told apart from none where its folder lets nobody else in', () => {
    const file = write('locked.yml', '');
    chmodSync(join(folder, 'config'), 0);
    asOther(() => {
      expect(() => load({ files: [file] })).toThrow(`${file} cannot be read: permission is denied.`);
    });
    chmodSync(join(folder, 'config'), 0o700);
  });

  it('resolves paths relative to the file that contains them', () => {
    const file = write(
      'a.yml',
      'data: ../data\nwebServices: { folder: here }\ncatalogue: { file: null }\nplugins: [./mine, name]\n',
    );
    const { data, webServices, catalogue, plugins } = load({ files: [file] }).configuration;
    expect([data, webServices.folder, catalogue.file, plugins]).toEqual([
      join(folder, 'data'),
      join(folder, 'config', 'here'),
      null,
      [join(folder, 'config', 'mine'), 'name'],
    ]);
  });

  it('reports every mistake in all files, with its position', () => {
    const first = write('a.yml', 'http:\n  prot: 1\n  host: 5\n');
    const second = write('b.yml', 'log: { level: loud }\napply: [catalog]\n');
    let message = '';
    try {
      load({ files: [first, second] });
    } catch (error) {
      message = String(error);
    }
    for (const place of [`${first}:2:3`, `${first}:3:9`, `${second}:1:15`, `${second}:2:9`])
      expect(message).toContain(place);
    expect(message).toContain('port');
  });

  it('refuses names that no host can have, and takes all forms of others', () => {
    const hosts = [
      'https://a.example',
      'a.example:8080',
      '*.a.example',
      'a.example.',
      '.a.example',
      'a.example',
      'a_b',
    ];
    const allowed = [
      'https://a.example',
      'a.example/v1',
      'a.example/8',
      'a.example.',
      '10.0.0.0/33',
      '*',
      'bücher.example',
    ];
    const fine = ['*.a.example', '10.0.0.0/8', 'fd00::/8', '[::1]:9000', 'a_b:443', ' x.example '];
    const file = write(
      'hosts.yml',
      JSON.stringify({ admin: { hosts }, requester: { allowedHosts: [...allowed, ...fine] } }),
    );
    let message = '';
    try {
      load({ files: [file] });
    } catch (error) {
      message = String(error);
    }
    const refused = [...message.matchAll(/An entry of \w+ is "([^"]*)"/g)].map(([, text]) => text);
    expect(refused).toEqual([...hosts.slice(0, 5), ...allowed]);
  });

  it('refuses networks that no address is in, and a token that is too short', () => {
    const networks = [
      '10.0.0.1:80',
      'office.example.org',
      '10.1',
      '10.0.0.0/33',
      '010.0.0.1',
      '10.0.0.256',
      'fe80::1%eth0',
      '::/129',
      '10.0.0.0/8',
      '::1',
    ];
    const file = write(
      'networks.yml',
      JSON.stringify({
        admin: { allowedNetworks: networks },
        metrics: { token: 'short' },
        http: { trustedProxies: networks },
      }),
    );
    let message = '';
    try {
      load({ files: [file] });
    } catch (error) {
      message = String(error);
    }
    const refused = [...message.matchAll(/An entry of \w+ is "([^"]*)"; write an address such as/g)].map(
      ([, text]) => text,
    );
    expect(refused).toEqual([...networks.slice(0, -2), ...networks.slice(0, -2)]);
    expect(message).toContain('token is something else; write a text of 8 characters or more.');
  });

  it('wants two connections at least, since a request may need one beside that of its transaction', () => {
    const file = write('pool.yml', 'database: { poolSize: 1 }\n');
    expect(() => load({ files: [file] })).toThrow('a whole number above 1');
  });

  it('says why PORT is wrong', () => {
    expect(() => load({ environment: { PORT: '80a' } })).toThrow('PORT is "80a"; write a port number');
  });
});

describe('the shipped config/gateway.yml', () => {
  const file = join(root, 'config', 'gateway.yml');
  const text = readFileSync(file, 'utf8');

  it('names every option with its default', () => {
    const { diagnostics, options } = checkConfigurationText(text, file);
    expect(diagnostics).toEqual([]);
    expect(missingIn(options, configurationSchema)).toEqual([]);
    const shipped = loadConfiguration({ files: [file], flags: {}, environment: {}, workingDirectory: root });
    expect(shipped.configuration).toEqual(defaultConfiguration(root));
  });

  it('explains every option by a comment above it', () => {
    const lines = text.split('\n');
    const options = lines.flatMap((line, index) =>
      /^ {2}[a-z][A-Za-z]*:/.test(line) ? [{ line, above: lines[index - 1] ?? '' }] : [],
    );
    const silent = options.filter(({ above }) => !/^ *#/.test(above)).map(({ line }) => line.trim());
    expect(silent).toEqual([]);
  });
});

/** Paths of the options of a schema that values do not have; an option that is null has none below it. */
function missingIn(values: object, schema: object): readonly string[] {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, object>> };
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.entries(properties).flatMap(([name, below]) => {
    if (!given.has(name)) return [name];
    const value = given.get(name);
    return value instanceof Object ? missingIn(value, below).map((path) => `${name}.${path}`) : [];
  });
}

describe('the limits of bodies', () => {
  it('are those that a small heap has room for', () => {
    const configuration = defaultConfiguration('/nowhere');
    expect(bodyBudget(configuration, 4e9)).toEqual({ total: 250_000_000, perOwner: 125_000_000 });
    expect(bodyBudget(configuration, 200e6)).toEqual({ total: 40_000_000, perOwner: 20_000_000 });
    expect(readingLimits(configuration, 200e6).bodyLength).toBe(40_000_000);
  });
});

describe('the catalogue schema', () => {
  it('knows only the sections of the loaded packages', () => {
    const schema = catalogueSchema([{ key: 'Groups', nameKey: 'Name', schema: { type: 'object' } }]);
    const { diagnostics } = checkDocument('Group: []\n', { file: 'c.yml', schema });
    expect(diagnostics.map(({ line, column, severity, suggestion }) => [line, column, severity, suggestion])).toEqual([
      [1, 1, 'error', 'Groups'],
    ]);
  });
});
