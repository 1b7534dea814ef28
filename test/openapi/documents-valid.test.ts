import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { loadWebService } from '@ticketgate/definition';
import { writeOpenApi, type OpenApiDocument } from '@ticketgate/describe';

import { shippedOperations } from './shipped-operations.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SHIPPED = join(ROOT, 'config', 'webservices');
const FIXTURES = join(ROOT, 'test', 'fixtures', 'openapi');

const shipped = readdirSync(SHIPPED).map((file): [string, OpenApiDocument] => {
  const { webService } = loadWebService(readFileSync(join(SHIPPED, file), 'utf8'));
  if (webService === undefined) throw new Error(`${file} is broken.`);
  const name = basename(file, '.yml');
  return [name, writeOpenApi({ name, webService }, shippedOperations())];
});
const fixtures = readdirSync(FIXTURES)
  .filter((file) => file.endsWith('.json'))
  // Compared with what is made today by the tests of the package.
  .map((file): [string, OpenApiDocument] => [
    file,
    JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as OpenApiDocument,
  ]);

describe('the OpenAPI document', () => {
  it.each([...shipped, ...fixtures])('of %s is valid', async (_name, document) => {
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true });
    expect(await problemsOf(document)).toEqual([]);
  });

  it('with a mistake is not', async () => {
    const [, document] = shipped[0] ?? [];
    const broken = { ...structuredClone(document), paths: { '/x/{ID}': { get: { responses: {} } } } };
    expect(await new Validator().validate(structuredClone(broken))).toMatchObject({ valid: false });
    expect(await problemsOf(broken)).not.toEqual([]);
  });
});

async function problemsOf(document: unknown): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
