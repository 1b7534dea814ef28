import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Names } from './names.js';

// One folder above both `src` and `dist`; all our packages have the same version.
const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };

/** Something that a plugin has. */
export interface Kind {
  /** The folder of its templates. */
  readonly name: 'operation' | 'invoker';
  /** How the plugin lists it. */
  readonly parts: string;
}

/** The files of a new package, by their paths. */
export function packageFiles({ name: kind, parts }: Kind, names: Names): ReadonlyMap<string, string> {
  const { file, name } = names;
  const values = { ...names, kind, parts: fill(parts, names), usage: read(`${kind}/usage`, names).trimEnd() };
  return new Map([
    ['package.json', manifest(names)],
    [`${file}.ts`, read(`${kind}/code`, values)],
    ['index.ts', read('index', values)],
    [`test/${file}.test.ts`, read(`${kind}/test`, values)],
    [`webservices/${name}.yml`, read(`${kind}/webservice`, values)],
    ['gateway.yml', read('gateway', values)],
    ['README.md', read('readme', values)],
    ['tsconfig.json', read('tsconfig', values)],
  ]);
}

type Values = Readonly<Record<string, string>> | Names;

function read(template: string, values: Values): string {
  return fill(readFileSync(new URL(`../templates/${template}.txt`, import.meta.url), 'utf8'), values);
}

/** Replaces `{{name}}`. */
function fill(text: string, values: Values): string {
  return Object.entries<string>({ ...values }).reduce(
    (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, () => value),
    text,
  );
}

/** Before version 22, Node does not compile TypeScript; the preload does on every version. */
function manifest({ file }: Names): string {
  const content = {
    name: file,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: './index.ts',
    scripts: { test: `node --import @ticketgate/sdk/typescript --test test/${file}.test.ts`, types: 'tsc' },
    peerDependencies: { '@ticketgate/sdk': `^${version}` },
    devDependencies: {
      '@ticketgate/testing': `^${version}`,
      ticketgate: `^${version}`,
      '@types/node': '^20.19.0',
      typescript: '^6.0.3',
    },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
