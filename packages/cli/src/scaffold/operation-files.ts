import { version } from '@ticketgate/runtime';

import type { OperationNames } from './operation-names.js';

export type Language = 'typescript' | 'javascript';

/** The files of a new package with one operation, by their paths. */
export function operationFiles(names: OperationNames, language: Language): ReadonlyMap<string, string> {
  const ending = language === 'typescript' ? 'ts' : 'js';
  const { file, name } = names;
  return new Map([
    ['package.json', manifest(names, language)],
    [`${file}.${ending}`, operation(names)],
    [`index.${ending}`, index(names)],
    [`test/${file}.test.${ending}`, test(names)],
    [`webservices/${name}.yml`, definition(names)],
    ['gateway.yml', CONFIGURATION],
    ['README.md', readme(names, language)],
    ...(language === 'typescript' ? [['tsconfig.json', COMPILER] as const] : []),
  ]);
}

/** Before version 22, Node does not compile TypeScript; the preload does on every version. */
function manifest({ file }: OperationNames, language: Language): string {
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
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function operation({ type, name, variable }: OperationNames): string {
  return `import { createError, defineOperation } from '@ticketgate/sdk';

const NameUnknown = createError(
  '${name}.NameUnknown',
  () => 'Nobody has the name "nobody". Send another Name.',
  'NotFound',
);

export const ${variable} = defineOperation({
  type: '${type}',
  summary: 'Greets somebody by name.',
  effect: 'reads', // or 'writes': all or nothing, and HEAD never runs it
  input: {
    type: 'object',
    required: ['Name'],
    properties: { Name: { type: 'string', minLength: 1 } },
  },
  output: {
    type: 'object',
    required: ['Greeting'],
    properties: { Greeting: { type: 'string' } },
  },
  errors: ['${name}.NameUnknown'],
  examples: [{ summary: 'Greets Carla.', input: { Name: 'Carla' }, output: { Greeting: 'Hello Carla' } }],
  async run(input, { logger }) {
    if (input.Name === 'nobody') throw new NameUnknown();
    logger.info('somebody was greeted');
    return { Greeting: \`Hello \${input.Name}\` };
  },
});
`;
}

function index({ variable, file }: OperationNames): string {
  return `import { definePlugin } from '@ticketgate/sdk';

import { ${variable} } from './${file}.js';

export const plugin = definePlugin({ name: '${file}', operations: [${variable}] });
`;
}

function test({ variable, file, name, type }: OperationNames): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext, describeOperation } from '@ticketgate/sdk/testing';

import { ${variable} } from '../${file}.js';

describeOperation(${variable});

test('${type} greets by name, and says who is unknown', async () => {
  const context = await createTestContext({ operations: [${variable}] });
  try {
    const greeted = await context.inject(${variable}, { input: { Name: 'Carla' } });
    assert.deepEqual(greeted.data, { Greeting: 'Hello Carla' });
    const refused = await context.inject(${variable}, { input: { Name: 'nobody' } });
    assert.equal(refused.status, 404);
    assert.match(refused.text, /${name}\\.NameUnknown/);
  } finally {
    await context.close();
  }
});
`;
}

function definition({ type, name, file }: OperationNames): string {
  return `Debugger: { DebugThreshold: error }
Provider:
  Operation:
    ${name}: { Type: '${type}' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
        ${name}: { Route: '/${file}/:Name', RequestMethod: [GET] }
Gateway: { Profile: contract, ErrorStatus: http }
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

function readme({ type, name, file }: OperationNames, language: Language): string {
  const types =
    language === 'typescript'
      ? '\n`npx tsc` checks the types; for that install `typescript` and `@types/node` as development dependencies.\n'
      : '';
  return `# ${file}

The operation \`${type}\`. Test it:

    npm test

Run it, from the folder above or here:

    npx ticketgate serve --config gateway.yml
    curl http://127.0.0.1:8080/Webservice/${name}/${file}/Carla
${types}
To serve it from a system that you have, copy \`webservices/${name}.yml\` to its \`config/webservices\` and add this folder to \`plugins:\`.
`;
}
