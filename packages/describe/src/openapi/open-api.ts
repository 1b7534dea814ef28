import type { JsonSchema } from '@ticketgate/sdk';

/** The parts of an OpenAPI document that we write (https://spec.openapis.org/oas/v3.1.0). */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: DocumentInfo;
  readonly jsonSchemaDialect?: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** Requests that the service sends, by invoker. */
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components: Components;
  /** For operations that say nothing else. */
  readonly security?: SecurityRequirements;
}

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly contact: { readonly name: string };
  readonly license: { readonly name: string; readonly identifier: string };
}

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses?: Readonly<Record<string, ResponseObject>>;
  readonly parameters?: Readonly<Record<string, ParameterObject>>;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
}

/** Alternatives: one of them is enough; all parts of that one are needed. */
export type SecurityRequirements = readonly Readonly<Record<string, readonly string[]>>[];

export type PathItem = Readonly<Record<string, OperationObject>>;

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** Default: those of the document. */
  readonly security?: SecurityRequirements;
}

export interface Reference {
  readonly $ref: string;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: 'deepObject';
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface HeaderObject {
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface SecurityScheme {
  readonly type: 'apiKey';
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly description: string;
}
