import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { plugin as faq } from '@ticketgate/plugin-faq';
import { plugin as session } from '@ticketgate/accounts/session-plugin';
import { plugin as ticket } from '@ticketgate/plugin-ticket';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

import { editorSchemas } from '../src/system/editor-schemas.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, 'packages', 'ticketgate', 'schemas');
const CONFIG = join(ROOT, 'config');
const FILES = ['gateway.yml', 'container.yml', 'catalogue.yml'].map((name) => join(CONFIG, name));
const DEFINITIONS = readdirSync(join(CONFIG, 'webservices')).map((name) => join(CONFIG, 'webservices', name));
const SHIPPED = [...FILES, ...DEFINITIONS];

const schemas = editorSchemas([session, ticket, faq], { knowsAll: false });
/** Strict: an editor would not know a keyword of ours either. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const validators = new Map([...schemas].map(([name, schema]) => [name, ajv.compile(schema)]));

function mistakesOf(name: string, value: unknown): readonly string[] {
  const validate = validators.get(name);
  if (validate === undefined) throw new Error(`There is no schema ${name}.`);
  return validate(value)
    ? []
    : (validate.errors ?? [])
        // Says once more that the branch of the type has a mistake.
        .filter(({ keyword }) => keyword !== 'if')
        .map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

function schemaNamedIn(file: string): string {
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  return resolve(dirname(file), /^# yaml-language-server: \$schema=(\S+)$/.exec(line)?.[1] ?? '');
}

describe('the JSON Schemas for editors', () => {
  // After a change: TICKETGATE_WRITE_SCHEMAS=1 npm test -- packages/admin/test/editor-schemas
  it.each([...schemas])('lie in the package: %s', (name, schema) => {
    mkdirSync(FOLDER, { recursive: true });
    const text = JSON.stringify(schema);
    if (process.env.TICKETGATE_WRITE_SCHEMAS === '1')
      writeFileSync(join(FOLDER, name), `${JSON.stringify(schema, undefined, 2)}\n`);
    expect(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))).toEqual(JSON.parse(text));
  });

  it.each(SHIPPED)('are named in %s, which fits', (file) => {
    const path = schemaNamedIn(file);
    expect(path).toMatch(/\/node_modules\/ticketgate\/schemas\/\w+\.json$/);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('$schema');
    expect(mistakesOf(path.split('/').at(-1) ?? '', parse(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('know the options of transports and operations, settings and sections', () => {
    const at = (name: string, value: unknown) => mistakesOf(`${name}.json`, value);
    const config = { MaxLenght: 1 };
    expect(at('definition', { Provider: { Transport: { Type: 'HTTP::REST', Config: config } } })).toHaveLength(1);
    expect(at('definition', { Provider: { Operation: { a: { Type: 'x', IncludeTicketDat: 1 } } } })).toHaveLength(1);
    expect(at('definition', { Provider: { Operation: { a: { Type: 'x', IncludeTicketData: '1' } } } })).toEqual([]);
    expect(at('definition', { Gateway: { Answer: 'envelop' } })).toHaveLength(1);
    expect(at('gateway', { http: { prot: 8080 } })).toHaveLength(1);
    expect(at('catalogue', { Queus: [] })).toHaveLength(1);
    const settings = (schemas.get('gateway.json')?.properties as Record<string, { properties?: object }>).Settings;
    expect(Object.keys(settings?.properties ?? {})).toContain('Ticket::Type');
  });

  it('say what the manual says', () => {
    expect(JSON.stringify(schemas.get('definition.json'))).toContain('The form of answers: `flat` as in the family');
  });
});
