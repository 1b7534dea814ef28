import assert from 'node:assert/strict';
import type { Data, Invoker } from '@ticketgate/sdk';
import { closedSchema } from '@ticketgate/sdk/schema';

import { dataMistakes, schemaMistakes } from './answer-schema.js';
import type { TestContext } from './create-test-context.js';
import { provideContext, type ContractOptions } from './describe-operation.js';
import { testRunner } from './test-runner.js';

/** Like the options for operations; `prepare` gets the data of an example. */
export type InvokerContractOptions = Pick<ContractOptions, 'context' | 'prepare'>;

/**
 * Tests the contract of an invoker: its schemas compile, its examples match them, and a call with each example sends and returns what is
 * declared.
 *
 * @example
 * describeInvoker(post);
 */
export function describeInvoker<Services>(invoker: Invoker<Services>, options: InvokerContractOptions = {}): void {
  const { describe, it, afterAll } = testRunner();
  const context = provideContext(options, { invokers: [invoker] });
  describe(`${invoker.type}, as every invoker,`, () => {
    it('says what it does and what it sends, with an example', () => requireDescription(invoker));
    it('has schemas that compile, and examples that fit them', () => requireValidExamples(invoker));
    it('sends what its examples declare, and makes of the answer what they say', async () =>
      answerExamples(invoker, options, await context.get()));
    afterAll(() => context.end());
  });
}

type Declared = Omit<Invoker, 'prepare' | 'handle'>;

async function requireDescription({ summary, payload, examples = [] }: Declared): Promise<void> {
  assert.match(summary, /^[A-Z].*[.]$/, 'its summary is a sentence');
  assert.equal(payload?.type, 'object', 'its payload is the schema of an object');
  assert.ok(examples.length > 0, 'it has an example');
}

async function requireValidExamples(invoker: Declared): Promise<void> {
  const { payload = {}, examples = [] } = invoker;
  const config = { type: 'object', properties: invoker.config ?? {}, additionalProperties: false };
  assert.deepEqual(schemaMistakes({ payload, config }), []);
  for (const { summary, config: entry = {}, payload: sent } of examples) {
    assert.deepEqual(dataMistakes(config, entry), [], `the config of the example "${summary}" fits`);
    if (sent !== undefined) assert.deepEqual(findPayloadMistakes(invoker, sent), [], 'so does its payload');
  }
}

async function answerExamples(
  invoker: Declared,
  { prepare }: InvokerContractOptions,
  context: TestContext,
): Promise<void> {
  for (const { summary, data, config = {}, answer = {}, ...expected } of invoker.examples ?? []) {
    const prepared = (await prepare?.(data)) ?? data;
    const called = await context.invoke(invoker, { data: prepared, config, answer });
    assert.ok(called.isSuccess, `the call of the example "${summary}" fails: ${called.errorMessage}`);
    const [sent = {}] = called.sent;
    assert.deepEqual(findPayloadMistakes(invoker, sent), [], `what "${summary}" sends is as declared`);
    if ('payload' in expected) assert.deepEqual(sent, expected.payload, `"${summary}" sends its payload`);
    if ('result' in expected) assert.deepEqual(called.data, expected.result, `"${summary}" gives its result`);
  }
}

function findPayloadMistakes({ payload = {} }: Declared, sent: Data): readonly string[] {
  return dataMistakes(closedSchema(payload), sent);
}
