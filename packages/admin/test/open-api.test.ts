import { createConfig, lintFromString } from '@redocly/openapi-core';
import { isData, type Data } from '@ticketgate/sdk';

import { openApiRoute } from '../src/api/admin-open-api.js';
import { adminRoutes } from '../src/admin-tasks.js';

/** The route needs nothing but the version. */
type Run = (call: unknown, system: { readonly version: string }) => Promise<unknown>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Data>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Data>> };
}

let document: Document;

beforeAll(async () => {
  const { run } = openApiRoute(adminRoutes) as unknown as { run: Run }; // see above
  document = (await run({ administrator: {} }, { version: '1' })) as Document;
});

/** Objects whose members are written where they stand. */
function anonymousIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(anonymousIn);
  if (!isData(value)) return [];
  return [...(isData(value.properties) ? [value] : []), ...Object.values(value).flatMap(anonymousIn)];
}

function undescribedIn([name, { properties }]: readonly [string, Data]): readonly string[] {
  const members = Object.entries(isData(properties) ? properties : {});
  return members.flatMap(([member, schema]) =>
    isData(schema) && isText(schema.description) ? [] : `${name}.${member}`,
  );
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

describe('the document of the administration', () => {
  it('has each object once, under a name', () => {
    const { schemas } = document.components;
    expect(anonymousIn(document.paths)).toEqual([]);
    expect(Object.values(schemas).flatMap(({ properties }) => anonymousIn(properties))).toEqual([]);
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Service', 'Version', 'Draft', 'Diagnostic', 'RecordedRequest', 'ApiKey', 'Entry']),
    );
    expect(Object.keys(schemas).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('says what each member and each parameter means', () => {
    expect(Object.entries(document.components.schemas).flatMap(undescribedIn)).toEqual([]);
    const parameters = operations().flatMap(({ operationId, parameters: all }) =>
      Array.isArray(all) ? all.filter(isData).map((each): Data => ({ ...each, operationId })) : [],
    );
    expect(parameters.length).toBeGreaterThan(50);
    const undescribed = parameters.filter(({ description }) => !isText(description));
    expect(undescribed.map(({ operationId, name }) => `${String(operationId)}.${String(name)}`)).toEqual([]);
  });

  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    expect(await lintFromString({ source: JSON.stringify(document), config })).toEqual([]);
  });

  it('has a type for each kind of event', () => {
    const stream = JSON.stringify(document.paths['/events']?.get?.responses);
    const names = ['RequestEvent', 'SkippedEvent', 'PublishEvent'];
    for (const name of names) expect(stream).toContain(`#/components/schemas/${name}"`);
    expect(document.components.schemas.PublishEvent).toMatchObject({
      properties: { event: { const: 'publish' }, data: { $ref: '#/components/schemas/Published' } },
    });
    expect(document.components.schemas.RequestEvent).toMatchObject({
      properties: { event: { const: 'request' }, data: { $ref: '#/components/schemas/RecordedRequest' } },
    });
  });
});
