export { HEADER_NAME, HEADER_VALUE } from './header-form.js';
export { DefinitionTooComplex, offMainThread } from './off-main-thread.js';
export * from './check-document.js';
export { compareDefinitions } from './comparing/compare-definitions.js';
export type { DefinitionChange } from './comparing/compare-values.js';
export { restoreSecrets, maskDefinition } from './comparing/mask-definition.js';
export { hasErrors, sortDiagnostics, type Diagnostic } from './diagnostic.js';
export { DestinationRefused, Destinations, findRefusal, urlOfHost } from './destinations.js';
export * from './edit-definition.js';
export * from './credential-sources.js';
export * from './known-names.js';
export * from './load-web-service.js';
export * from './parse-definition.js';
export {
  compilePatterns,
  patternProblems,
  patternRules,
  type PatternRule,
  compileRoute,
  compileRoutes,
  routePattern,
  startOfRoute,
} from './patterns.js';
export { compilePerlPattern } from './perl-pattern.js';
export { renderCodeFrame, renderSarif } from './render-diagnostics.js';
export * from './soap-names.js';
export { SIGN_KEY_FORM, signKeyOf, SECRET_VARIABLE } from './rules/invoker-secrets.js';
export { ROUTE_METHODS } from './rules/routes.js';
export {
  DEBUG_LEVELS,
  type DebugLevel,
  type OperationDefinition,
  type WebService,
} from './reading/read-web-service.js';
export type { GatewayOptions } from './reading/read-gateway.js';
export { mappingRules } from './reading/read-mapping.js';
export type * from './reading/read-mapping.js';
export { REST_COMMANDS } from './schema/requester-rest-schema.js';
export { isHeaderSent } from './rules/outbound-headers.js';
export { targetOf, type HttpRequester, type RequesterTls } from './reading/read-requester-http.js';
export type { JwtToken, RequesterToken } from './reading/read-credentials.js';
export { definitionSchema } from './schema/definition-schema.js';
export { invokerSchema, requestRetrySchema } from './schema/invoker-schema.js';
export { simpleMappingSchema, xsltMappingSchema, znunyMappingSchema } from './schema/operation-schema.js';
export type { NamedPart } from './named-parts.js';
export * from './requester-transports.js';
export * from './provider-transports.js';
export type * from './reading/read-requester.js';
export type { AddedHeaders } from './reading/read-http-options.js';
export { decodeText, type DecodedText } from './yaml/decode-text.js';
export { LARGEST_DEFINITION } from './yaml/yaml-source.js';
