export { callInvoker } from './call-invoker.js';
export { compareFields, meetsCondition, type ComparedField } from './meets-condition.js';
export {
  decideSafely,
  describeDecision,
  type RetryDecision,
  type RetryState,
  plannedRetries,
} from './retries/decide-retry.js';
export type { CallParts, CallResult, InvokerCall, SentRequest } from './invoker-call.js';
export { invokerTypes, type InvokerTypes } from './invoker-types.js';
export type { AnswerLimits } from './http/answer-body.js';
export { type BearerTokens, openTokens } from './http/bearer-tokens.js';
export { type Connections, openConnections } from '../../fetching/connections.js';
export type { OutgoingBody } from './streamed-texts.js';
export { readUserInfo, requestHeaders, signatureHeaders } from './http/request-headers.js';
export { sendRequest } from './http/send-request.js';
export type { TokenConfiguration } from './http/tokens-schema.js';
