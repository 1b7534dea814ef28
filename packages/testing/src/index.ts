export { createTestContext, type TestContext, type TestContextOptions } from './create-test-context.js';
export { describeInvoker, type InvokerContractOptions } from './describe-invoker.js';
export { describeOperation, type ContractOptions } from './describe-operation.js';
export type { DeliveryOutcome } from '@ticketgate/runtime';
export type { InvokedCall, TestCall } from './invoke.js';
export { type TestAnswer, type TestRequest } from './inject.js';
export { type TestAccounts } from './test-accounts.js';
export { TestClock } from './test-system.js';
