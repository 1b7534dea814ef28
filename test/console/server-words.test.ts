import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsCatalogue } from '@ticketgate/accounts';
import { compareDefinitions, Destinations, parseDefinition, type Diagnostic } from '@ticketgate/definition';
import { plugin } from '@ticketgate/plugin-ticket';
import { optionManual } from '@ticketgate/runtime';
import { invokerTypes } from '@ticketgate/runtime/invokers/call';
import { describeMistakes } from '@ticketgate/sdk/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';

import {
  actionTranslator,
  translator,
  type ActionWords,
  type ServerWords,
} from '../../packages/console/src/app/server-words.js';
import { writeRecordedCurl } from '../../packages/admin/src/debug-log/sent-request.js';
import { defaultConfiguration } from '../../packages/runtime/src/configuration/default-configuration.js';
import { KNOWN } from '../../packages/definition/test/tested-names.js';
import { AUDITED } from '../admin/cases/audited-routes.js';
import { shippedOperations } from '../openapi/shipped-operations.js';
import { ROOT } from '../support/root.js';

type Said = Pick<Diagnostic, 'id' | 'values' | 'message'>;

function definition(route: string, names: string): string {
  return `Provider:
  Operation: { TicketGet: { Type: Ticket::TicketGet, MappingInbound: { Type: Simple, Config: { KeyMapExact: ${names} } } } }
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { TicketGet: ${route} } } }
`;
}

describe('the German of what the server says', () => {
  const words = JSON.parse(
    readFileSync(join(ROOT, 'packages/console/src/locales/de-server.json'), 'utf8'),
  ) as ServerWords & ActionWords & { readonly titles: Readonly<Record<string, string>> };
  const translate = translator(words);
  /** What parsers of YAML and XSLT say. */
  const LIBRARY = /(?<=YAML: |Zeile \d+: ).*/;
  const german = JSON.parse(
    readFileSync(join(ROOT, 'packages/console/src/locales/de-messages.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const say = ({ id = '', values = {}, message }: Said): string | undefined =>
    german[id]?.replace(/\{(\w+)\}/g, (mark, name: string) => {
      const value = values[name];
      if (typeof value === 'object') return say(value as Said) ?? mark;
      return typeof value === 'string' ? (translate(value) ?? value) : JSON.stringify(value);
    }) ?? translate(message);
  const untranslated = (messages: readonly string[]) => messages.filter((text) => translate(text) === undefined);

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
    expect([...titles].sort()).toEqual(Object.keys(words.titles).sort());
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
    expect(untranslated([...types, ...Object.values(eventSummaries), ...shown])).toEqual([]);
  });

  it('knows what the audit log and the history of a web service say of changes', () => {
    const shown = actionTranslator(words);
    const actions = Object.values(AUDITED).map((action) => action.replace(/ version$/, ' version 3'));
    expect(actions.map(shown).filter((text) => /\b(?:as|from|in|out|to|with|[a-z]+ed)\b/.test(text))).toEqual([]);
    expect(shown('service rolled back to version 3')).toBe('Service auf Version 3 zurückgesetzt');
    expect(shown('rolled back to version 3')).toBe('auf Version 3 zurückgesetzt');
    expect(shown('agent password set')).toBe('Passwort eines Agenten gesetzt');
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
        return (cause as Error).message;
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
    expect(untranslated([...refusals, ...notes])).toEqual([]);
    expect([...refusals, ...notes].map(translate).filter((text) => /\b(?:is|List)\b/.test(text ?? ''))).toEqual([]);
  });

  it('knows why nobody was authenticated, why a service is not served, and how it differs from its file', () => {
    const refusalsIn = (file: string) =>
      [
        ...readFileSync(join(ROOT, 'packages/accounts/src', file), 'utf8').matchAll(
          /(?:reason: |return )(['`])((?:the|is|has) .+?)\1/g,
        ),
      ]
        .map(([, , reason = '']) => reason.replace(/\$\{[^}]*\}/g, 'x'))
        .map((reason) => (reason.startsWith('the') ? reason : `the API key "x" ${reason}`));
    const refusals = ['accounts-service.ts', 'authentication/api-keys.ts', 'authentication/password-login.ts']
      .flatMap(refusalsIn)
      .filter((reason) => reason !== 'the API key "x" x')
      .map((reason) => translate(`Nobody was authenticated: ${reason}`));
    expect(refusals.length).toBeGreaterThan(12);
    expect(refusals.filter((text) => /\b(?:the|is|has)\b/.test(text ?? 'is'))).toEqual([]);
    const others = [
      'No plugin has the operation types of Find.',
      '/etc/x.yml: changed elsewhere since its file was applied; the file is not applied',
      "Error while performing REST 'POST' request to Controller '/a' on Host 'http://b'. Response code '503'.",
    ];
    expect(untranslated(others)).toEqual([]);
  });

  it('knows what the debug log calls the stages of a request', () => {
    const subjectsIn = (folder: string) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => [
          ...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(
            /(?:trace\.(?:debug|info|notice|error)|run\.notice|debug\?\.)\(\s*(?:'(.+?)'|`(.+?)`)/g,
          ),
        ])
        .map(([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]*\}/g, 'x'));
    const subjects = ['packages/gateway/src', 'packages/runtime/src/invokers/call'].flatMap(subjectsIn);
    expect(new Set(subjects).size).toBeGreaterThan(20);
    const others = [
      'Received data by provider from remote system',
      'Returning provider data to remote system (HTTP Code: 404)',
      'Request that failed',
      'Further failures',
      'JSON data received from remote system',
      'XML data received from remote system was too large for logging',
    ];
    expect(untranslated([...subjects, ...others])).toEqual([]);
  });

  it('names no value that a message does not have', () => {
    const unknown = Object.entries({ ...words.messages, ...words.parts }).flatMap(([english, other]) =>
      [...other.matchAll(/\{\w+\}/g)].map(String).filter((value) => !english.includes(value)),
    );
    expect(unknown).toEqual([]);
  });
});
