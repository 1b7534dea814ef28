export { callInvoker } from './call-invoker.js';
export { meetsCondition } from './conditions/meets-condition.js';
export { describeDecision, type RetryDecision, type RetryState } from './error-handling/decide-retry.js';
export { nextAttempt } from './error-handling/request-retry.js';
export type { CallParts, CallResult, InvokerCall } from './invoker-call.js';
export { InvokerTypes } from './invoker-types.js';
export { Connections } from './rest/connections.js';
export { signatureHeaders } from './rest/sign-request.js';
export type { SentRequest } from './rest/perform.js';
