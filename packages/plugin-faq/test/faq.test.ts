import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDocument } from '@ticketgate/definition';
import { NO_EVENTS, type CommandHost, type PluginHost } from '@ticketgate/sdk';
import { silentLogger, startTestServer, type TestServer } from '../../../test/support/index.js';

import { faqImport } from '../src/import/faq-import.js';
import { startFaq } from '../src/faq-installation.js';

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'docs', 'examples', 'faq.yml');
const SERVICE = `
Debugger: { DebugThreshold: error }
Provider:
  Operation:
    Search: { Type: 'FAQ::FAQSearch' }
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 100000, RouteOperationMapping: { Search: { Route: /search, RequestMethod: [POST] } } }
Gateway: { ErrorStatus: http }
`;

interface Answer {
  readonly Item?: readonly Readonly<Record<string, unknown>>[];
  readonly Error?: { readonly ErrorCode: string; readonly ErrorMessage: string };
}

let server: TestServer;
let folder = '';
let said: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-faq-'));
  server = await startTestServer({ webServices: { Faq: SERVICE } });
  const person = { firstName: 'A', lastName: 'B', password: 'test-Passw0rd-1' };
  await server.system.accounts.agents.add({ ...person, login: 'anna', email: 'anna@customer.org' });
  const { customerAdministration } = server.system.accounts;
  await customerAdministration.add({ ...person, login: 'carla', email: 'carla@customer.org', customerID: 'ACME' });
  await importFiles(EXAMPLE);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function importFiles(...files: readonly string[]): Promise<void> {
  said = [];
  await faqImport.run(files, commandHost(server));
}

function commandHost({ database, system }: TestServer): CommandHost {
  return {
    database,
    settings: system.settings,
    now: () => new Date(),
    time: () => '2026-11-21 10:00:00',
    say: (line) => said.push(line),
    readYaml(text, { file, schema }) {
      const { diagnostics, value } = checkDocument(text, { file, schema });
      const [first] = diagnostics;
      if (first !== undefined) throw new Error(`${file}:${first.line}: ${first.message}`);
      return value;
    },
  };
}

function pluginHost({ database, system }: TestServer): PluginHost {
  const { accounts, settings, tables } = system;
  const shared = {
    accounts,
    database,
    settings,
    logger: silentLogger,
    events: NO_EVENTS,
    isAttached: false,
    tables,
    now: () => new Date(),
  };
  return { ...shared, snapshot: (name, load) => system.snapshots.snapshot(`test/${name}`, load) };
}

async function search(input: object, login: object = { UserLogin: 'anna' }): Promise<Answer> {
  const response = await fetch(`${server.url}/Webservice/Faq/search`, {
    method: 'POST',
    body: JSON.stringify({ ...login, Password: 'test-Passw0rd-1', ...input }),
  });
  return (await response.json()) as Answer;
}

const titles = async (input: object, login?: object) => (await search(input, login)).Item?.map(({ Title }) => Title);

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('FAQSearch', () => {
  it.each<[object, string]>([
    [{ What: 'printer\0' }, 'What has a NUL character; leave it out.'],
    [{ What: ['printer'] }, 'What is a list; send a text.'],
    [{ What: 'a '.repeat(51) }, 'What has 51 words; at most 50 are allowed (Ticketgate::Limit::FAQWords).'],
    [
      { What: 'a'.repeat(10_001) },
      'What has 10001 characters; at most 10000 are allowed (Ticketgate::Limit::FAQTextLength).',
    ],
  ])('refuses %j', async (input, sentence) => {
    expect((await search(input)).Error).toEqual({
      ErrorCode: 'FAQSearch.InvalidParameter',
      ErrorMessage: `FAQSearch: ${sentence}`,
    });
  });

  it.each(['What', 'Limit'])('withstands any %s', async (name) => {
    const wrong = [
      null,
      true,
      -1,
      1.5,
      '',
      'a\0',
      '\ud800',
      'x'.repeat(5_000),
      '9'.repeat(400),
      [],
      {},
      [null],
      [[{}]],
    ];
    for (const value of wrong) {
      const { Error: error, Item: items } = await search({ What: 'printer', [name]: value });
      expect(error?.ErrorCode ?? (items === undefined ? 'no answer' : 'FAQSearch.Fine')).toMatch(/^FAQSearch\./);
    }
  });

  it('finds items that have all words, in any case and place, with all members', async () => {
    expect(await search({ What: 'PAPER printer jam' })).toEqual({
      Item: [
        {
          FAQID: expect.any(Number) as number,
          Number: '10002',
          Title: 'The printer does not print',
          Category: 'Hardware',
          CategoryID: expect.any(Number) as number,
          Language: 'en',
          State: 'external (customer)',
          StateType: 'external',
          Keywords: 'printer paper',
          Changed: '2026-11-21 10:00:00',
        },
      ],
    });
    expect(await titles({ What: 'printer password' })).toEqual([]);
    expect(await titles({ Query: 'jam' })).toEqual(['The printer does not print']);
  });

  it('puts the best match first, and lets * stand for any text', async () => {
    const file = write(
      'rank.yml',
      '- { Title: Other, Solution: zebra }\n- { Title: A zebra }\n- { Title: Third, Keywords: zebra }\n',
    );
    await importFiles(file);
    expect(await titles({ What: 'zebra' })).toEqual(['A zebra', 'Third', 'Other']);
    expect(await titles({ What: 'z*ra', Limit: 1 })).toEqual(['A zebra']);
    expect(await titles({ What: 'z_bra' })).toEqual([]);
  });

  it('puts the item that was changed later first where matches are equal, then the lower id', async () => {
    await importFiles(write('equal.yml', '- { Title: Lynx one }\n- { Title: Lynx two }\n'));
    expect(await titles({ What: 'lynx' })).toEqual(['Lynx one', 'Lynx two']);
    await server.database.query(`update faq_item set changed = '2026-11-22' where f_subject = 'Lynx two'`);
    expect(await titles({ What: 'lynx' })).toEqual(['Lynx two', 'Lynx one']);
  });

  it('adds up what the words count', async () => {
    const file = write(
      'sum.yml',
      '- { Title: Puma, Solution: cougar }\n- { Title: Cat, Keywords: puma cougar }\n- { Title: A puma or cougar }\n',
    );
    await importFiles(file);
    expect(await titles({ What: 'puma cougar' })).toEqual(['A puma or cougar', 'Puma', 'Cat']);
  });

  it('ignores the case of all letters', async () => {
    await importFiles(write('umlaut.yml', '- { Title: Ärger im Büro }\n'));
    expect(await titles({ What: 'ÄRGER bÜRO' })).toEqual(['Ärger im Büro']);
  });

  it('shows customers what is external or public, and agents the categories of their groups', async () => {
    const customer = { CustomerUserLogin: 'carla' };
    expect(await titles({ What: 'password' }, customer)).toEqual(['How do I change my password?']);
    expect(await titles({ What: 'password' })).toHaveLength(2);
    await server.database.query(
      `insert into faq_category_group (category_id, group_id) select c.id, g.id from faq_category c, groups_table g
       where c.name = 'Accounts' and g.name = 'admin'`,
    );
    expect(await titles({ What: 'password' })).toEqual([]);
    expect(await titles({ What: 'password' }, { UserLogin: 'root@localhost' })).toHaveLength(2);
    expect(await titles({ What: 'password' }, customer)).toHaveLength(1);
    await server.database.query('delete from faq_category_group');
  });

  it('leaves out invalid and unapproved items, and invalid categories', async () => {
    const hide = (column: string) => server.database.query(`update faq_item set ${column} where f_number = '10002'`);
    await hide('valid_id = 2');
    expect(await titles({ What: 'jam' })).toEqual([]);
    await hide('valid_id = 1, approved = 0');
    expect(await titles({ What: 'jam' })).toEqual([]);
    await hide('approved = 1');
    await server.database.query(`update faq_category set valid_id = 2 where name = 'Hardware'`);
    expect(await titles({ What: 'jam' })).toEqual([]);
    await server.database.query(`update faq_category set valid_id = 1 where name = 'Hardware'`);
    expect(await titles({ What: 'jam' })).toHaveLength(1);
  });

  it.each([
    [{}, 'FAQSearch.MissingParameter', 'FAQSearch: What or Query parameter is missing!'],
    [{ Query: ' ' }, 'FAQSearch.InvalidParameter', 'FAQSearch: Query is " "; write the words to search for.'],
    [
      { What: 'a', Query: 'b' },
      'FAQSearch.InvalidParameter',
      'FAQSearch: What and Query differ, and mean the same; send one of them.',
    ],
    [{ What: ' * ' }, 'FAQSearch.InvalidParameter', 'FAQSearch: What is " * "; write the words to search for.'],
    [{ What: 'a', Limit: 1001 }, 'FAQSearch.InvalidParameter', 'FAQSearch: Limit is 1001; send 1000 or less.'],
    [{ What: 'a', Password: 'wrong' }, 'FAQSearch.AuthFail', 'FAQSearch: Authorization failing!'],
  ])('answers %j with %s', async (...[input, code, message]) => {
    expect((await search(input)).Error).toEqual({ ErrorCode: code, ErrorMessage: message });
  });
});

describe('on a host system without FAQ', () => {
  let host: TestServer;

  beforeAll(async () => {
    host = await startTestServer({
      webServices: { Faq: SERVICE, FaqFamily: SERVICE.replace('ErrorStatus: http', 'Profile: znuny') },
    });
    const [{ tables } = { tables: '' }] = await host.database.query<{ tables: string }>(
      `select string_agg(tablename, ', ') as tables from pg_tables where tablename like 'faq%'`,
    );
    await host.database.query(`drop table ${tables}`);
  });

  afterAll(() => host.stop());

  it.each(['Faq', 'FaqFamily'])('FAQSearch says that it is not installed, in every profile: %s', async (service) => {
    const response = await fetch(`${host.url}/Webservice/${service}/search`, {
      method: 'POST',
      body: JSON.stringify({ UserLogin: 'root@localhost', Password: host.rootPassword, What: 'a' }),
    });
    expect([response.status, await response.json()]).toEqual([
      501,
      {
        Error: {
          ErrorCode: 'FAQ.NotInstalled',
          ErrorMessage: 'The system behind this service has no FAQ. Install its FAQ package, or remove the route.',
        },
      },
    ]);
  });

  it('the import says so, too', async () => {
    const file = write('one.yml', '- { Title: One }\n');
    await expect(faqImport.run([file], commandHost(host))).rejects.toMatchObject({ code: 'FAQ.NotInstalled' });
  });

  it('a start says so in the log', async () => {
    const warnings: string[] = [];
    await startFaq({
      ...pluginHost(host),
      isAttached: true,
      logger: { ...silentLogger, warn: (line) => warnings.push(line) },
    });
    expect(warnings).toEqual(['the host system has no FAQ: its operations answer FAQ.NotInstalled']);
  });
});

describe('ticketgate faq import', () => {
  it('adds items, and replaces existing ones by number or by title, category and language', async () => {
    await importFiles(EXAMPLE);
    expect(said.at(-1)).toBe('Added: 0, replaced: 3.');
    await importFiles(write('new.yml', `- { Number: 10002, Title: The printer is mute }\n`));
    expect(said).toEqual(['Replaced item 10002, "The printer is mute".', 'Added: 0, replaced: 1.']);
    expect(await titles({ What: 'mute' })).toEqual(['The printer is mute']);
    expect(await titles({ What: 'jam' })).toEqual([]);
    await importFiles(EXAMPLE);
  });

  it('gives items without a number an unused one', async () => {
    const [{ next } = { next: 0 }] = await server.database.query<{ next: number }>(
      'select 10001 + max(id) as next from faq_item',
    );
    await importFiles(write('free.yml', `- { Title: Otter }\n- { Number: ${next}, Title: Beaver }\n`));
    await importFiles(write('taken.yml', `- { Number: ${next + 3}, Title: Marten }\n- { Title: Badger }\n`));
    const rows = await server.database.query<{ f_number: string; f_subject: string }>(
      `select f_number, f_subject from faq_item where f_subject in ('Otter', 'Beaver', 'Marten', 'Badger') order by f_subject`,
    );
    expect(rows.map(({ f_subject }) => f_subject)).toEqual(['Badger', 'Beaver', 'Marten', 'Otter']);
    expect(new Set(rows.map(({ f_number }) => f_number)).size).toBe(4);
  });

  it('keeps a history of each item', async () => {
    const file = write('history.yml', '- { Number: H1, Title: Heron }\n');
    await importFiles(file);
    await importFiles(file);
    const rows = await server.database.query<{ name: string }>(
      `select h.name from faq_history h join faq_item i on i.id = h.item_id where i.f_number = 'H1' order by h.id`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['Created', 'Updated']);
  });

  it('waits for another import, and then replaces what that one has added', async () => {
    const file = write('twice.yml', '- { Number: T1, Title: Twin }\n');
    let second = Promise.resolve();
    await server.database.withTransaction(async (database) => {
      await faqImport.run([file], { ...commandHost(server), database });
      const state = { isOver: false };
      second = importFiles(file).finally(() => (state.isOver = true));
      const waiting = `select from pg_locks where relation = 'faq_item'::regclass and not granted`;
      while (!state.isOver && (await server.database.query(waiting)).length === 0);
    });
    await second;
    expect(said.at(-1)).toBe('Added: 0, replaced: 1.');
    expect(await titles({ What: 'twin' })).toEqual(['Twin']);
  });

  it('reads CSV with commas or semicolons', async () => {
    const file = write(
      'items.csv',
      '\ufeffTitle;Category;Solution\r\n"Coffee; black";Kitchen;"two\nlines"\r\nTea;Kitchen;hot\r\n',
    );
    await importFiles(file, write('comma.csv', 'Number,Title\n7,"Milk, cold"\n'));
    expect(said.at(-1)).toBe('Added: 3, replaced: 0.');
    expect(await titles({ What: 'coffee lines' })).toEqual(['Coffee; black']);
    expect(await titles({ What: 'milk' })).toEqual(['Milk, cold']);
  });

  it('imports nothing when one item is wrong, and says where', async () => {
    const good = write('good.yml', '- { Title: Walrus }\n');
    const bad = write('bad.csv', 'Title,Titel\nSeal,\n\n"Sea\nlion",x\n');
    await expect(importFiles(good, bad)).rejects.toThrow(`${bad}:4: Unknown key "Titel"`);
    await expect(importFiles(good, write('broken.csv', 'Title\n"open\n'))).rejects.toThrow('Nothing was imported.');
    const nowhere = join(folder, 'nowhere.yml');
    await expect(importFiles(good, nowhere)).rejects.toMatchObject({
      code: 'FAQ.FileWrong',
      message: `${nowhere}: The file cannot be read; correct the path. Nothing was imported.`,
    });
    const empty = [write('empty.csv', ''), write('heading.csv', 'Title,Category\n'), write('empty.yml', '[]')];
    for (const file of empty)
      await expect(importFiles(good, file)).rejects.toThrow(`${file}: It has no items. Nothing was imported.`);
    expect(said).toEqual([]);
    expect(await titles({ What: 'walrus' })).toEqual([]);
  });

  it('names the state type that lacks a state in the FAQ', async () => {
    await server.database.query(`update faq_state_type set name = 'secret' where name = 'internal'`);
    const file = write('state.yml', '- { Title: Yak }\n');
    await expect(importFiles(file)).rejects.toMatchObject({
      code: 'FAQ.StateMissing',
      message: 'The FAQ has no state of the type "internal". Add one there. Nothing was imported.',
    });
    await server.database.query(`update faq_state_type set name = 'internal' where name = 'secret'`);
  });

  it('reports no item as added when the database refuses one', async () => {
    await server.database.query(`alter table faq_item add constraint no_gnu check (f_subject <> 'Gnu')`);
    const file = write('refused.yml', '- { Title: Emu }\n- { Title: Gnu }\n');
    await expect(importFiles(file)).rejects.toThrow();
    await server.database.query('alter table faq_item drop constraint no_gnu');
    expect(said).toEqual([]);
    expect(await titles({ What: 'emu' })).toEqual([]);
  });
});
