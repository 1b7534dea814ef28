import type { OpenApiDocument, OperationObject, ParameterObject } from '@ticketgate/describe';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A request as it went over the wire. */
export interface SentRequest {
  readonly method: string;
  /** Below the path of the service. */
  readonly path: string;
  readonly query: string;
  /** Undefined without a body. */
  readonly body: unknown;
}

interface Match {
  readonly operation: OperationObject;
  /** JSON pointer of the operation in the document. */
  readonly pointer: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Compares requests and answers with an OpenAPI document, by a general validator. */
export class DocumentCheck {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false, code: { optimize: false } });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv.addSchema(document, 'document');
  }

  /** Whether the document has an operation for a request. */
  knows({ method, path }: SentRequest): boolean {
    return this.#match(method, path) !== undefined;
  }

  /** What is wrong with a request, as a sentence; undefined when nothing is. */
  findRequestMistake(sent: SentRequest): string | undefined {
    const match = this.#match(sent.method, sent.path);
    if (match === undefined) return `there is no ${sent.method} ${sent.path}`;
    return this.#parameterMistake(match, sent.query) ?? this.#bodyMistake(match, sent.body);
  }

  /** What is wrong with an answer; undefined when nothing is. */
  findAnswerMistake({ method, path }: SentRequest, status: number, body: unknown): string | undefined {
    const match = this.#match(method, path);
    if (match === undefined) return `there is no ${method} ${path}`;
    const { responses } = match.operation;
    const isNamed = String(status) in responses;
    const base = isNamed ? `${match.pointer}/responses/${status}` : '/components/responses/Failure';
    const response = isNamed ? responses[String(status)] : this.#document.components.responses?.Failure;
    const [type] = Object.keys(response !== undefined && 'content' in response ? (response.content ?? {}) : {});
    if (type === undefined) return body === undefined ? undefined : `${status} comes without content`;
    return this.#mistake(`${base}/content/${type.replaceAll('/', '~1')}/schema`, body);
  }

  #match(method: string, path: string): Match | undefined {
    for (const [template, item] of Object.entries(this.#document.paths)) {
      const operation = item[method.toLowerCase()];
      const names = [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
      const found = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
      if (operation === undefined || found === null) continue;
      const parameters = new Map(names.map((name, place) => [name, decodeURIComponent(found[place + 1] ?? '')]));
      const pointer = `/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}`;
      return { operation, pointer, parameters };
    }
    return undefined;
  }

  #parameterMistake({ operation, pointer, parameters }: Match, query: string): string | undefined {
    const sent = new URLSearchParams(query);
    for (const [place, parameter] of (operation.parameters ?? []).entries()) {
      if (!('in' in parameter) || parameter.in === 'header' || parameter.style === 'deepObject') continue;
      const values = parameter.in === 'path' ? [parameters.get(parameter.name) ?? ''] : sent.getAll(parameter.name);
      const mistake = this.#valueMistake(`${pointer}/parameters/${place}/schema`, parameter, values);
      if (mistake !== undefined) return `${parameter.name}: ${mistake}`;
    }
    return undefined;
  }

  /** A text may stand for a number, and one value for a list of one. */
  #valueMistake(pointer: string, { required }: ParameterObject, values: readonly string[]): string | undefined {
    if (values.length === 0) return required === true ? 'is missing' : undefined;
    const [first = ''] = values;
    const readings: unknown[] =
      values.length > 1 ? [values] : [first, values, ...(isNumber(first) ? [Number(first)] : [])];
    const mistakes = readings.map((reading) => this.#mistake(pointer, reading));
    return mistakes.includes(undefined) ? undefined : mistakes[0];
  }

  #bodyMistake({ operation, pointer }: Match, body: unknown): string | undefined {
    if (operation.requestBody === undefined) return undefined;
    if (body === undefined) return operation.requestBody.required ? 'the body is missing' : undefined;
    return this.#mistake(`${pointer}/requestBody/content/application~1json/schema`, body);
  }

  #mistake(pointer: string, value: unknown): string | undefined {
    const known = this.#validators.get(pointer);
    const validate = known ?? this.#ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
    this.#validators.set(pointer, validate);
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}
