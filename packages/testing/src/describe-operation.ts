import assert from 'node:assert/strict';
import { SecretNames, secretsIn } from '@ticketgate/gateway';
import {
  answersBytes,
  isData,
  type Data,
  type Operation,
  type OperationExample,
  isSecretName,
  type JsonSchema,
} from '@ticketgate/sdk';

import { answerMistakes, dataMistakes, schemaMistakes } from './answer-schema.js';
import { createTestContext, type TestContext, type TestContextOptions } from './create-test-context.js';
import { inTime, testRunner } from './test-runner.js';
import type { TestAnswer, TestRequest } from './inject.js';

export interface ContractOptions {
  /** The context, which is not closed; default: a new one with only this operation. */
  readonly context?: () => TestContext | Promise<TestContext>;
  /** The login of the caller. */
  readonly as?: string;
  /** Adapts the input of an example to the context, for example an id. */
  readonly prepare?: (input: Data) => Data | Promise<Data>;
  /** Milliseconds within which an operation must answer, or end after its client has disconnected; default 5,000. */
  readonly patience?: number;
}

const PATIENCE = 5_000;
/** Errors of the system and of the gateway, which operations do not declare. */
const SHARED = /^(?:Accounts|Database|Gateway)\.|\.(?:MissingParameter|InvalidParameter|AuthFail)$/;

/**
 * Tests the contract of an operation: its schemas compile, its examples are valid and answered as declared, its errors are declared, its
 * secrets are marked and not logged, HEAD does not run it if it writes, and it ends when its client disconnects.
 *
 * @example
 * describeOperation(hello);
 */
export function describeOperation(operation: Operation, options: ContractOptions = {}): void {
  const { describe, it, afterAll } = testRunner();
  const context = provideContext(options, { operations: [operation] });
  const tested = { operation, options, context };
  describe(`${operation.type}, as every operation,`, () => {
    it('says what it does, what it answers and how it fails, with an example', () => requireDescription(operation));
    it('has schemas that compile, and examples that fit them', () => requireValidExamples(operation));
    it('marks its secrets', async () =>
      assert.deepEqual(unmarkedSecrets(operation.input), [], 'members with secret: true in the schema'));
    it('answers HEAD without a body, and without running when it writes', () => requireHead(tested));
    it('answers its examples as it declares, and keeps secrets out of logs', () => answerExamples(tested));
    it('refuses an input that does not fit with an error that it declares', () => requireDeclaredErrors(tested));
    it('ends when its client leaves', () => requireAbort(tested));
    afterAll(() => context.end());
  });
}

/** The context that a test of a contract gives, or else one of its own, which ends with the test. */
export function provideContext({ context: given }: Pick<ContractOptions, 'context'>, parts: TestContextOptions) {
  let own: Promise<TestContext> | undefined;
  return {
    get: async () => (given === undefined ? (own ??= createTestContext(parts)) : given()),
    end: async () => (await own)?.close(),
  };
}

interface Tested {
  readonly operation: Operation;
  readonly options: ContractOptions;
  readonly context: ReturnType<typeof provideContext>;
}

async function requireDescription(operation: Operation): Promise<void> {
  const { summary, output, errors, examples = [] } = operation;
  assert.match(summary, /^[A-Z].*[.]$/, 'its summary is a sentence');
  assert.ok(output?.type === 'object' || answersBytes(operation), 'its output is the schema of an object, or of bytes');
  assert.ok(errors !== undefined, 'it lists its errors; write errors: [] when it has none');
  assert.ok(examples.length > 0, 'it has an example');
}

async function requireValidExamples(operation: Operation): Promise<void> {
  const { input: inputSchema, output: outputSchema = {} } = operation;
  assert.deepEqual(schemaMistakes({ input: inputSchema, output: outputSchema }), []);
  for (const { summary, input, output } of operation.examples ?? []) {
    assert.deepEqual(dataMistakes(inputSchema, input), [], `the input of the example "${summary}" fits`);
    if (output !== undefined) assert.deepEqual(answerMistakes(operation, output), [], `so does its output`);
  }
}

async function requireHead(tested: Tested): Promise<void> {
  const { operation } = tested;
  const context = await tested.context.get();
  const example = await prepareExample(tested);
  if (example === undefined) return;
  const before = context.runs.of(operation);
  const answer = await send(tested, example, { method: 'HEAD' });
  assert.equal(answer.text, '');
  if (operation.effect === 'writes') assert.equal(context.runs.of(operation), before, 'it was not run');
}

async function answerExamples(tested: Tested): Promise<void> {
  const { operation } = tested;
  for (const { summary, input, output = {} } of operation.examples ?? []) {
    const prepared = await prepareInput(tested.options, input);
    const answer = await send(tested, prepared);
    const { status, data } = answer;
    assert.equal(status, 200, `the example "${summary}" is answered with ${status}, not 200: ${explained(answer)}`);
    assert.deepEqual(answerMistakes(operation, data), [], `the answer of "${summary}" is as declared`);
    assert.deepEqual(
      Object.keys(output).filter((name) => !(name in data)),
      [],
      `the answer of "${summary}" has what the example has`,
    );
    await requireSecrecy(tested, prepared);
  }
}

async function requireDeclaredErrors(tested: Tested): Promise<void> {
  const { operation } = tested;
  const example = (await prepareExample(tested)) ?? {};
  const wrong = [
    {},
    { ...example, NoSuchMember: 'x' },
    ...Object.keys(example).map((name) => ({ ...example, [name]: undefined })),
  ];
  for (const input of wrong) {
    const answer = await send(tested, input);
    const { status, data } = answer;
    assert.ok(status < 500, `it fails with ${status}: ${explained(answer)}`);
    const code = readCode(data);
    const { errors = [] } = operation;
    assert.ok(code === undefined || errors.includes(code) || SHARED.test(code), `${code ?? ''} is declared`);
  }
}

async function requireAbort(tested: Tested): Promise<void> {
  const context = await tested.context.get();
  const example = await prepareExample(tested);
  if (example === undefined) return;
  const controller = new AbortController();
  const starting = context.runs.next();
  const sent = send(tested, example, { signal: controller.signal }).catch(() => undefined);
  await Promise.race([starting, sent]);
  controller.abort();
  const isOver = await inTime(context.runs.settled(), tested.options.patience ?? PATIENCE);
  assert.ok(isOver, 'it is still running without its client: pass context.request.signal to whatever it waits for');
}

async function prepareExample({ operation, options }: Tested): Promise<Data | undefined> {
  const example: OperationExample | undefined = operation.examples?.[0];
  return example && prepareInput(options, example.input);
}

async function prepareInput({ prepare }: ContractOptions, input: Data): Promise<Data> {
  return (await prepare?.(input)) ?? input;
}

async function send(
  { operation, options: { as, patience = PATIENCE }, context: provided }: Tested,
  input: Data,
  { method, signal }: Pick<TestRequest, 'method' | 'signal'> = {},
): Promise<TestAnswer> {
  const context = await provided.get();
  const leaving = new AbortController();
  const signals = AbortSignal.any([leaving.signal, ...(signal === undefined ? [] : [signal])]);
  const request = { input, signal: signals, ...(method !== undefined && { method }), ...(as !== undefined && { as }) };
  const answer = context.inject(operation, request);
  if (await inTime(answer, patience)) return answer;
  leaving.abort();
  await answer.catch(() => undefined);
  return assert.fail(`it has not answered within ${patience} ms, the patience of this test`);
}

async function requireSecrecy({ operation, context }: Tested, input: Data): Promise<void> {
  // Shorter texts occur in any log.
  const values = secretsIn(input, SecretNames.of([operation], [])).filter(({ length }) => length > 3);
  const { log, debugLog } = await (await context.get()).recorded();
  const kept = [...log, ...debugLog].join('\n');
  for (const value of values) assert.ok(!kept.includes(value), 'secret values are in no log');
}

function explained({ text, failure = '' }: TestAnswer): string {
  return `${text}\n${failure}`;
}

/** The code in `{"Error": {"ErrorCode": …}}`. */
function readCode({ Error: error }: Data): string | undefined {
  return isData(error) && typeof error.ErrorCode === 'string' ? error.ErrorCode : undefined;
}

/** Members with secret names that the schema does not mark as secret. */
function unmarkedSecrets({ properties }: JsonSchema): readonly string[] {
  return Object.entries(isData(properties) ? properties : {}).flatMap(([name, member]) =>
    isSecretName(name) && isData(member) && member.type === 'string' && member.secret !== true ? [name] : [],
  );
}
