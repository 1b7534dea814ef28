export { callInvoker, type CallParts, type CallResult, type InvokerCall } from './call-invoker.js';
export { describeDecision, type RetryDecision, type RetryState } from './error-handling/decide-retry.js';
export { InvokerTypes } from './invoker-types.js';
export { Connections, type ReachableHosts } from './rest/connections.js';
export type { SentRequest } from './rest/perform.js';
