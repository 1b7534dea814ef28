import type { JsonSchema } from '@ticketgate/sdk';

/** A part whose form is left to the specification. */
export type Parts = Readonly<Record<string, object>>;

export type DocumentInfo = Readonly<Record<'title' | 'version' | 'description', string>>;

/** The parts of an OpenAPI document that we write (https://spec.openapis.org/oas/v3.1.0). */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: DocumentInfo;
  readonly jsonSchemaDialect?: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & Readonly<Record<string, Parts>>;
  /** For operations without their own. */
  readonly security?: SecurityRequirements;
}

/** Alternatives, one of which is enough; each needs all of its parts. */
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
  /** Default: the document's. */
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
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}
