export { callInvoker, type CallParts, type CallResult, type InvokerCall } from './call-invoker.js';
export { meetsCondition } from './conditions/meets-condition.js';
export { describeDecision, type RetryDecision, type RetryState } from './error-handling/decide-retry.js';
export { nextAttempt } from './error-handling/request-retry.js';
export { InvokerTypes } from './invoker-types.js';
export { Connections } from './rest/connections.js';
export { signatureHeaders } from './rest/sign-request.js';
export type { SentRequest } from './rest/perform.js';
