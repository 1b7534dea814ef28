import { createRequire } from 'node:module';

import type { Names } from './names.js';

// One folder above both `src` and `dist`; all our packages have the same version.
const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };

export type Language = 'typescript' | 'javascript';

/** Something that a plugin has: the texts of its files in a new package. */
export interface Kind {
  readonly name: 'operation' | 'invoker';
  code(names: Names): string;
  test(names: Names): string;
  /** The web service that it is part of. */
  definition(names: Names): string;
  /** How to run it, for the README. */
  usage(names: Names): string;
}

/** The files of a new package, by their paths. */
export function packageFiles(kind: Kind, names: Names, language: Language): ReadonlyMap<string, string> {
  const ending = language === 'typescript' ? 'ts' : 'js';
  const { file, name } = names;
  return new Map([
    ['package.json', manifest(names, language)],
    [`${file}.${ending}`, kind.code(names)],
    [`index.${ending}`, index(kind, names)],
    [`test/${file}.test.${ending}`, kind.test(names)],
    [`webservices/${name}.yml`, kind.definition(names)],
    ['gateway.yml', CONFIGURATION],
    ['README.md', readme(kind, names, language)],
    ...(language === 'typescript' ? [['tsconfig.json', COMPILER] as const] : []),
  ]);
}

/** Before version 22, Node does not compile TypeScript; the preload does on every version. */
function manifest({ file }: Names, language: Language): string {
  const isTyped = language === 'typescript';
  const test = isTyped
    ? `node --import @ticketgate/sdk/typescript --test test/${file}.test.ts`
    : `node --test test/${file}.test.js`;
  const content = {
    name: file,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: isTyped ? './index.ts' : './index.js',
    scripts: { test, ...(isTyped ? { types: 'tsc' } : {}) },
    peerDependencies: { '@ticketgate/sdk': `^${version}` },
    devDependencies: {
      '@ticketgate/testing': `^${version}`,
      ticketgate: `^${version}`,
      ...(isTyped ? { '@types/node': '^20.19.0', typescript: '^6.0.3' } : {}),
    },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function index({ name: kind }: Kind, { variable, file }: Names): string {
  const parts = kind === 'operation' ? `operations: [${variable}]` : `operations: [], invokers: [${variable}]`;
  return `import { definePlugin } from '@ticketgate/sdk';

import { ${variable} } from './${file}.js';

export const plugin = definePlugin({ name: '${file}', ${parts} });
`;
}

const CONFIGURATION = `# Options of docs/operating.md; this runs the package as it is.
plugins:
  - '@ticketgate/plugin-session'
  - '@ticketgate/plugin-ticket'
  - .
webServices: { folder: webservices }
`;

const COMPILER = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "types": ["node"]
  },
  "include": ["*.ts", "test"]
}
`;

function readme(kind: Kind, names: Names, language: Language): string {
  const { type, name, file } = names;
  const types = language === 'typescript' ? '\n`npm run types` checks the types.\n' : '';
  return `# ${file}

The ${kind.name} \`${type}\`. Test it, after \`npm install\` unless a folder above has Ticketgate:

    npm test

${kind.usage(names)}
${types}
To serve it from a system that you have, copy \`webservices/${name}.yml\` to its \`config/webservices\` and add this folder to \`plugins:\`.
`;
}
