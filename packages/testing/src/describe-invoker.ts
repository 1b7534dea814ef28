import assert from 'node:assert/strict';
import type { Data, Invoker } from '@ticketgate/sdk';
import { closedSchema } from '@ticketgate/sdk/schema';

import { dataMistakes, schemaMistakes } from './answer-schema.js';
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
  const contract = new InvokerContract(invoker, options);
  describe(`${invoker.type}, as every invoker,`, () => {
    it('says what it does and what it sends, with an example', () => contract.isDescribed());
    it('has schemas that compile, and examples that fit them', () => contract.hasValidExamples());
    it('sends what its examples declare, and makes of the answer what they say', () => contract.answersExamples());
    afterAll(() => contract.context.end());
  });
}

class InvokerContract {
  readonly #invoker: Omit<Invoker, 'prepare' | 'handle'>;
  readonly #options: InvokerContractOptions;
  readonly context: ReturnType<typeof provideContext>;

  constructor(invoker: Invoker<never>, options: InvokerContractOptions) {
    this.#invoker = invoker;
    this.#options = options;
    this.context = provideContext(options, { invokers: [invoker] });
  }

  async isDescribed(): Promise<void> {
    const { summary, payload, examples = [] } = this.#invoker;
    assert.match(summary, /^[A-Z].*[.]$/, 'its summary is a sentence');
    assert.equal(payload?.type, 'object', 'its payload is the schema of an object');
    assert.ok(examples.length > 0, 'it has an example');
  }

  async hasValidExamples(): Promise<void> {
    const { payload = {}, examples = [] } = this.#invoker;
    const config = { type: 'object', properties: this.#invoker.config ?? {}, additionalProperties: false };
    assert.deepEqual(schemaMistakes({ payload, config }), []);
    for (const { summary, config: entry = {}, payload: sent } of examples) {
      assert.deepEqual(dataMistakes(config, entry), [], `the config of the example "${summary}" fits`);
      if (sent !== undefined) assert.deepEqual(this.#payloadMistakes(sent), [], 'so does its payload');
    }
  }

  async answersExamples(): Promise<void> {
    const context = await this.context.get();
    for (const { summary, data, config = {}, answer = {}, ...expected } of this.#invoker.examples ?? []) {
      const prepared = (await this.#options.prepare?.(data)) ?? data;
      const called = await context.invoke(this.#invoker, { data: prepared, config, answer });
      assert.ok(called.isSuccess, `the call of the example "${summary}" fails: ${called.errorMessage}`);
      const [sent = {}] = called.sent;
      assert.deepEqual(this.#payloadMistakes(sent), [], `what "${summary}" sends is as declared`);
      if ('payload' in expected) assert.deepEqual(sent, expected.payload, `"${summary}" sends its payload`);
      if ('result' in expected) assert.deepEqual(called.data, expected.result, `"${summary}" gives its result`);
    }
  }

  #payloadMistakes(sent: Data): readonly string[] {
    return dataMistakes(closedSchema(this.#invoker.payload ?? {}), sent);
  }
}
