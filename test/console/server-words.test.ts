import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsCatalogue } from '@ticketgate/accounts';
import {
  compareDefinitions,
  type DestinationRefused,
  Destinations,
  parseDefinition,
  type Diagnostic,
} from '@ticketgate/definition';
import { plugin } from '@ticketgate/plugin-ticket';
import { optionManual } from '@ticketgate/runtime';
import { invokerTypes } from '@ticketgate/runtime/invokers/call';
import { describeMistakes } from '@ticketgate/sdk/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { translateAction } from '../../packages/console/src/app/action-words.js';
import { IN_TEST } from '../../packages/admin/src/invokers/call-by-hand.js';
import { describeDrift, type FileRelation } from '../../packages/admin/src/definition-files/find-drift.js';
import { writeRecordedCurl } from '../../packages/admin/src/debug-log/sent-request.js';
import { defaultConfiguration } from '../../packages/runtime/src/configuration/default-configuration.js';
import { KNOWN } from '../../packages/definition/test/tested-names.js';
import { AUDITED } from '../admin/cases/audited-routes.js';
import { shippedOperations } from '../openapi/shipped-operations.js';
import { ROOT } from '../support/root.js';

type Said = string | Pick<Diagnostic, 'id' | 'values' | 'message'>;

function definition(route: string, names: string): string {
  return `Provider:
  Operation: { TicketGet: { Type: Ticket::TicketGet, MappingInbound: { Type: Simple, Config: { KeyMapExact: ${names} } } } }
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { TicketGet: ${route} } } }
`;
}

/** Stages that have the operation or the status in them, as the console looks them up. */
const STAGES = [
  "Detected operation '{operation}'",
  "Using invoker '{operation}'",
  'Returning provider data to remote system (HTTP Code: {status})',
];

describe('the German of what the server says', () => {
  const words = JSON.parse(readFileSync(join(ROOT, 'packages/console/src/locales/de-server.json'), 'utf8')) as Readonly<
    Record<'texts' | 'titles' | 'subjects' | 'deeds', Readonly<Record<string, string>>>
  >;
  const translate = (text: string): string | undefined => words.texts[text];
  /** What parsers of YAML and XSLT say. */
  const LIBRARY = /(?<=YAML: |Zeile \d+: ).*/;
  const german = JSON.parse(
    readFileSync(join(ROOT, 'packages/console/src/locales/de-messages.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const say = (said: Said): string | undefined => {
    if (typeof said === 'string') return translate(said);
    const { id = '', values = {}, message } = said;
    return (
      german[id]?.replace(/\{(\w+)\}/g, (mark, name: string) => {
        const value = values[name];
        if (typeof value === 'object') return say(value as Said) ?? mark;
        return typeof value === 'string' ? (translate(value) ?? value) : JSON.stringify(value);
      }) ?? translate(message)
    );
  };
  /** Those without German among some. */
  const untranslated = (...lists: readonly (readonly string[])[]) => {
    for (const list of lists) expect(list).not.toEqual([]);
    return lists.flat().filter((text) => translate(text) === undefined);
  };

  it('knows the diagnostics of all broken definitions, with what they advise and the words among their values', () => {
    const invalid = join(ROOT, 'test', 'fixtures', 'definitions', 'invalid');
    const files = readdirSync(invalid).filter((name) => name.endsWith('.yml'));
    const messages = files.flatMap((file) => {
      const { diagnostics } = parseDefinition(readFileSync(join(invalid, file), 'utf8'), { file, ...KNOWN });
      return diagnostics.map(say);
    });
    expect(messages.length).toBeGreaterThan(100);
    expect(messages.filter((text) => /\b(?:write|is|the|until)\b/i.test(text?.replace(LIBRARY, '') ?? 'is'))).toEqual(
      [],
    );
  });

  it.each(['gateway', 'definition'])('knows the descriptions of all keys of %s.json', (name) => {
    const descriptions: string[] = [];
    JSON.parse(readFileSync(join(ROOT, `packages/ticketgate/schemas/${name}.json`), 'utf8'), (key, value: unknown) => {
      if (key === 'description' && typeof value === 'string') descriptions.push(...value.split('\n\n'));
      return value;
    });
    expect(descriptions.length).toBeGreaterThan(100);
    expect(untranslated(descriptions)).toEqual([]);
    const shown = descriptions.map(translate).join('\n');
    expect(shown.match(/.*\b(?:Default|Required|everybody|otherwise)\b.*/g) ?? []).toEqual([]);
  });

  it('knows what each option of gateway.yml is for', () => {
    expect(untranslated([...optionManual().values()].filter((text) => text !== ''))).toEqual([]);
  });

  it('says what changes of a definition mean', () => {
    const before = definition('{ Route: /x, RequestMethod: [GET] }', '{ Login: UserLogin }');
    const changes = compareDefinitions(before, definition('{ Route: /y }', '{}'));
    expect(changes.map(({ words = '', ...message }) => say({ ...message, message: words }))).toEqual([
      'GET /x wird nicht mehr beantwortet.',
      'Jede Methode /y wird beantwortet.',
      'TicketGet nimmt Login nicht mehr als UserLogin an.',
    ]);
  });

  it('knows the titles of all keys of definitions', () => {
    const titles = new Set<string>();
    JSON.parse(
      readFileSync(join(ROOT, 'packages/ticketgate/schemas/definition.json'), 'utf8'),
      (key, value: unknown) => {
        const { title } = (value ?? {}) as { title?: unknown };
        if (key !== '' && typeof title === 'string') titles.add(title);
        return value;
      },
    );
    expect(titles.size).toBeGreaterThan(100);
    // Of entries of the catalogue, findings and stages of a request.
    const others = [
      'Backup',
      'Certificate',
      'City',
      'Clock',
      'Country',
      'Disk',
      'First name',
      'Hosts',
      'Indexes',
      'Label',
    ];
    const more = [
      'Last name',
      'Logins',
      'Possible values',
      'Priorities',
      'Replicas',
      'States',
      'Street',
      'Tables',
      'Types',
    ];
    const all = [...titles, ...others, ...more, 'Events', 'Sign-in', ...STAGES];
    expect(Object.keys(words.titles).sort()).toEqual([...new Set(all)].sort());
  });

  it('knows the summaries of all operations that are shipped', () => {
    expect(untranslated([...shippedOperations().values()].map(({ summary }) => summary))).toEqual([]);
  });

  it('knows the types of invokers and the events that call them', () => {
    const { invokers = [], eventSummaries = {} } = plugin;
    const types = [...invokerTypes(invokers).values()].map(({ summary }) => summary);
    const kinds = [...(plugin.catalogue ?? []), ...accountsCatalogue].filter(({ events }) => events !== undefined);
    const changes = kinds.flatMap(({ label }) => [`${label} added`, `${label} changed`]);
    const shown = changes.map((each) => each.replace(/^./, (first) => first.toUpperCase()));
    expect(untranslated(types, Object.values(eventSummaries), shown)).toEqual([]);
  });

  it('knows what the audit log and the history of a web service say of changes', () => {
    const shown = (action: string) => translateAction(action, words);
    const actions = Object.values(AUDITED).map((action) => action.replace(/ version$/, ' version 3'));
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.map(shown).filter((text) => /\b(?:as|from|in|out|to|with|[a-z]+ed)\b/.test(text))).toEqual([]);
    expect(shown('service rolled back to version 3')).toBe('Service auf Version 3 zurückgesetzt');
    expect(shown('rolled back to version 3')).toBe('auf Version 3 zurückgesetzt');
    expect(shown('agent password set')).toBe('Passwort eines Agenten gesetzt');
    expect(shown('service imported from a b.yml')).toBe('Service aus a b.yml importiert');
    expect(shown('service disabled: its file is gone')).toBe('Service abgeschaltet: seine Datei fehlt');
    expect(shown('planet discovered')).toBe('planet discovered');
  });

  it('knows what is wrong with fields', () => {
    const schema = {
      type: 'object',
      properties: {
        Name: { type: 'string', minLength: 1, maxLength: 3, pattern: '^[A-Z]' },
        Number: { type: 'integer', minimum: 1, maximum: 5 },
        Kind: { enum: ['One', 'Two'] },
        List: { type: 'array', minItems: 1, maxItems: 1, uniqueItems: true },
      },
      required: ['Needed'],
      additionalProperties: false,
    };
    const validate = new Ajv2020({ allErrors: true, verbose: true }).compile(schema);
    const values = [
      { Name: '', Number: 0, Kind: 'Onee', List: [], Nam: 1 },
      { Name: 'abcd', Number: 6, Kind: 'x', List: [1, 1] },
      { Name: 1, Number: 'a', Kind: 1, List: {} },
    ];
    const sentences = values.flatMap((value) => {
      validate(value);
      return describeMistakes(validate.errors ?? []).map(say);
    });
    expect(sentences.length).toBeGreaterThan(10);
    expect(sentences).toContain('Number ist 0; geben Sie 1 oder mehr an.');
    expect(sentences.filter((text) => /\b(?:is|has|send|There|of)\b/.test(text ?? 'is'))).toEqual([]);
  });

  it('knows why an invoker may not send, and what was not recorded of a request', () => {
    const refusalOf = (allowed: readonly string[], address: string) => {
      try {
        new Destinations(allowed, new Set([80])).checkHost(new URL(address));
      } catch (cause) {
        return (cause as DestinationRefused).reason;
      }
      return '';
    };
    const refusals = [
      refusalOf([], 'http://127.0.0.1:99'),
      refusalOf([], 'http://127.0.0.1'),
      refusalOf([], 'http://169.254.169.254'),
      refusalOf(['a.example'], 'http://b.example'),
    ];
    const request = {
      level: 'error' as const,
      created: '',
      start: 0,
      subject: 'Request',
      content: '{"Method":"GET","URL":"/"}',
    };
    const notes = [0, 9].flatMap(
      (bytesReceived) => writeRecordedCurl({ contents: [request], bytesReceived }, defaultConfiguration('/')).notes,
    );
    expect(notes.length).toBeGreaterThan(1);
    const shown = [...refusals, ...notes].map(say);
    expect(untranslated([IN_TEST])).toEqual([]);
    expect(shown.filter((text) => /\b(?:is|List)\b/.test(text ?? 'is'))).toEqual([]);
  });

  it('knows why nobody was authenticated, except for what names a key or a login', () => {
    const reasonsIn = (file: string) =>
      [
        ...readFileSync(join(ROOT, 'packages/accounts/src', file), 'utf8').matchAll(/(?:reason: |return )'(the .+?)'/g),
      ].map(([, reason = '']) => reason);
    const files = [
      'accounts-service',
      'authentication/api-keys',
      'authentication/password-login',
      'sessions/database-sessions',
    ];
    const reasons = files.flatMap((file) => reasonsIn(`${file}.ts`));
    expect(reasons.length).toBeGreaterThan(10);
    expect(untranslated(['Nobody was authenticated', ...reasons])).toEqual([]);
  });

  it('knows how a service differs from its file', () => {
    const relations: Readonly<Record<FileRelation, boolean>> = {
      ...{ same: false, new: true, different: true, vanished: true, forgotten: false, foreign: true, changed: true },
      ...{ removed: true, gone: true, 'gone-and-changed': true, elsewhere: true, outdated: true, 'missing-here': true },
    };
    const sentences = (Object.keys(relations) as FileRelation[]).map((each) => describeDrift(each));
    expect(sentences.map((each) => each !== undefined)).toEqual(Object.values(relations));
    expect(untranslated(sentences.filter((each) => each !== undefined))).toEqual([]);
  });

  it('knows what the debug log calls the stages of a request', () => {
    const subjectsIn = (folder: string) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => [
          ...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(
            /(?:trace\.(?:debug|info|notice|error)|debug\?\.)\(\s*'(.+?)'/g,
          ),
        ])
        .flatMap(([, plain]) => plain ?? []);
    const subjects = ['packages/gateway/src', 'packages/runtime/src/invokers/call'].flatMap(subjectsIn);
    expect(new Set(subjects).size).toBeGreaterThan(20);
    const others = [
      'Received data by provider from remote system',
      'Request that failed',
      'Further failures',
      'JSON data received from remote system',
      'XML data received from remote system',
    ];
    expect(untranslated([...subjects, ...others])).toEqual([]);
  });
});
