export type * from './mcp-endpoint.js';
export { ServiceStates } from './service-states.js';
export {
  DuplicateOperation,
  InvalidOperation,
  OperationRegistry,
  type RegisteredOperation,
} from './dispatch/operation-registry.js';
export { clip } from './debugger/cut-text.js';
export { Debugger } from './debugger/debugger.js';
export { FailureLimits } from './debugger/failure-limits.js';
export { Mask, secretsIn } from './debugger/mask.js';
export { SecretNames } from './debugger/secret-names.js';
export { Trace } from './debugger/trace.js';
export { systemContext, type SystemWork } from './dispatch/system-context.js';
export { Failure, faultstringOf } from './failure.js';
export { findMistake, parseJson } from './json/parse-json.js';
export { Gateway } from './gateway.js';
export { compileMapping } from './mapping/compile-mapping.js';
export type { Mapped, Mapping, MappingContext } from './mapping/mapping.js';
export { FATES, previewMapping, type MappingPreview } from './mapping/preview-mapping.js';
export type { FinishedRequest, RunningRequest } from './http-request-info.js';
export type * from './gateway-dependencies.js';
export type { FinishedRequestListener } from './observer.js';
export { whenSent, UnsentAnswers } from './transports/http/unsent-answers.js';
export type * from './ports.js';
export { compileUnpublished } from './services/compile-unpublished.js';
export { JsonScanner, type ExceededLimit } from './transports/rest/reading/json-scanner.js';
export { parseJsonBytes } from './transports/rest/reading/parse-json-bytes.js';
export { createJsonReader } from './transports/rest/reading/read-json-body.js';
export { charsetOf } from './transports/http/read-body.js';
export { envelopeText, openEnvelope } from './transports/soap/answering/soap-answers.js';
export { escapeAttribute, XmlWriter } from './transports/soap/answering/xml-writer.js';
export { addInTurns, XmlDecoder } from './transports/soap/reading/decode-xml.js';
export { XmlReader, type XmlDocument } from './transports/soap/reading/xml-reader.js';
export { SOAP_11 } from './transports/soap/reading/read-envelope.js';
export type { JsonLimits } from './transports/http/reading-limits.js';
export { isOwnOrigin, readApiKey, readCredentials } from './transports/http/http-call.js';
export type { CompiledService } from './services/compile-service.js';
export type { PublishReport, ServiceState } from './services/publisher.js';
