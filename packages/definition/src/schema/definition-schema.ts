import { gatewaySchema } from './gateway-schema.js';
import { flag, list, text, texts } from './scalar-schemas.js';

// The keyword `severity` is what a violation is reported as ("error" unless said otherwise; unknown keys are warnings,
// since the family keeps them). Shapes only: what the words mean is checked by the rules.

const mild = { severity: 'warning' } as const;

const defaultRule = { additionalProperties: false, properties: { MapType: {}, MapTo: {} } } as const;

/** Types are left out on purpose: the rule `mapping-rule` tells more about them. */
const mapping = {
  additionalProperties: false,
  properties: {
    Type: {},
    // Other types than Simple have keys of their own; the rule `mapping-key` looks at those of Simple.
    Config: {},
  },
} as const;

/** Keys of `Config` of Mapping Simple. */
export const simpleMappingSchema = {
  additionalProperties: false,
  properties: {
    KeyMapExact: {},
    KeyMapRegEx: {},
    KeyMapDefault: defaultRule,
    ValueMap: {
      additionalProperties: { additionalProperties: false, properties: { ValueMapExact: {}, ValueMapRegEx: {} } },
    },
    ValueMapDefault: defaultRule,
  },
} as const;

/** An entry of `Provider.Operation`; operation types may have keys of their own. */
export const operationSchema = {
  type: 'object',
  description: 'a map with at least Type',
  properties: {
    Type: text,
    Description: { ...text, ...mild },
    MappingInbound: mapping,
    MappingOutbound: mapping,
  },
} as const;

const route = {
  additionalProperties: false,
  properties: {
    Route: text,
    // Lists only have an effect; the rule `request-method-ignored` tells what becomes of the rest.
    RequestMethod: {},
    ParserBackend: text,
    ParserBackendParameter: {},
  },
} as const;

const restConfig = {
  additionalProperties: false,
  properties: {
    KeepAlive: { ...flag, ...mild },
    MaxLength: { ...text, ...mild },
    RouteOperationMapping: {
      type: ['object', 'null'],
      description: 'a map from operations to their routes',
      additionalProperties: route,
    },
    AdditionalHeaders: { ...texts, ...mild },
    OutboundHeaders: {
      type: ['object', 'null'],
      description: 'a map with Common and Specific',
      ...mild,
      additionalProperties: false,
      properties: {
        Common: { ...texts, ...mild },
        Specific: {
          type: ['object', 'null'],
          description: 'a map from operations to their headers',
          ...mild,
          additionalProperties: { ...texts, ...mild },
        },
      },
    },
    PostParamName: { ...text, ...mild },
  },
} as const;

const errorHandling = {
  ErrorHandling: { type: ['object', 'null'], description: 'a map', ...mild },
  ErrorHandlingPriority: { ...list, type: ['array', 'null'], ...mild },
} as const;

const provider = {
  type: ['object', 'null'],
  description: 'a map with Transport and Operation',
  additionalProperties: false,
  properties: {
    Transport: {
      type: 'object',
      description: 'a map with Type and Config',
      additionalProperties: false,
      properties: { Type: text, Config: {} },
    },
    Operation: {
      type: ['object', 'null'],
      description: 'a map from names to operations',
      additionalProperties: operationSchema,
    },
    ...errorHandling,
  },
} as const;

/** Kept and never run, so only its outline is checked. */
const requester = {
  type: ['object', 'null'],
  description: 'a map with Transport and Invoker',
  additionalProperties: false,
  properties: {
    Transport: {
      type: 'object',
      description: 'a map with Type and Config',
      additionalProperties: false,
      properties: { Type: text, Config: {} },
    },
    Invoker: { type: ['object', 'null'], description: 'a map from names to invokers', ...mild },
    ...errorHandling,
  },
} as const;

/** The whole format (`docs/diagnostics.md`): the family's keys and `Gateway`. */
export const definitionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Web-service definition',
  type: 'object',
  description: 'a map with Debugger, Provider and Gateway',
  additionalProperties: false,
  properties: {
    Debugger: {
      // The rule `debugger-missing` tells what the section is for.
      additionalProperties: false,
      properties: { DebugThreshold: text, TestMode: { ...flag, ...mild } },
    },
    Description: { ...text, ...mild },
    RemoteSystem: { ...text, ...mild },
    FrameworkVersion: { ...text, ...mild },
    Provider: provider,
    Requester: requester,
    Gateway: { ...gatewaySchema, type: ['object', 'null'] },
    // Tolerated by the family and without any effect.
    Name: { ...text, ...mild },
  },
} as const;

/** The keys of `Provider.Transport.Config` of HTTP::REST. */
export const restConfigSchema = { type: 'object', description: 'a map', ...restConfig } as const;
