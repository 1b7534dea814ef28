import type { Names } from './names.js';
import type { Kind } from './package-files.js';

/** A new operation greets. */
export const operationKind: Kind = { name: 'operation', code, test, definition, usage };

function code({ type, name, variable }: Names): string {
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

function test({ variable, file, name, type }: Names): string {
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

function definition({ type, name, file }: Names): string {
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

function usage({ name, file }: Names): string {
  return `Run it, from the folder above or here:

    npx ticketgate serve --config gateway.yml
    curl http://127.0.0.1:8080/Webservice/${name}/${file}/Carla`;
}
