import { isData, suggest, type Data, type JsonSchema } from '@ticketgate/sdk';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

import type { AdminRoute } from './admin-route.js';
import { DetailedError, InputInvalid } from './api-errors.js';

/** Mistakes that an answer lists. */
const MOST_MISTAKES = 20;

const NOTHING: JsonSchema = { type: 'object', additionalProperties: false };

interface Validators {
  readonly query: ValidateFunction;
  readonly body: ValidateFunction | undefined;
}

/** Compares the input of requests with the schemas of their routes; each is compiled when it is first needed. */
export class InputCheck {
  readonly #queries = createAjv({ coerceTypes: true });
  readonly #bodies = createAjv({});
  readonly #validators = new WeakMap<AdminRoute, Validators>();

  /** @throws OperationError `Admin.InputInvalid` */
  check(route: AdminRoute, { query, body }: { readonly query: Data; readonly body: unknown }): void {
    const validators = this.#validatorsOf(route);
    const mistakes = [
      ...mistakesOf(validators.query, query, 'query'),
      ...(validators.body === undefined ? [] : mistakesOf(validators.body, body, 'body')),
    ];
    if (mistakes.length === 0) return;
    const [first] = mistakes;
    const sentence = `The ${first?.at ?? 'request'} ${first?.message ?? 'is wrong'}`;
    const reason = `${sentence.replace(/[^?]$/, '$&.')} GET openapi.json describes the route.`;
    throw new DetailedError(new InputInvalid({ reason }), { mistakes: mistakes.slice(0, MOST_MISTAKES) });
  }

  #validatorsOf(route: AdminRoute): Validators {
    const known = this.#validators.get(route);
    if (known !== undefined) return known;
    const made = {
      query: this.#queries.compile(route.query ?? NOTHING),
      body: route.body === undefined ? undefined : this.#bodies.compile(route.body),
    };
    this.#validators.set(route, made);
    return made;
  }
}

function createAjv(options: { readonly coerceTypes?: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, useDefaults: true, strictTypes: false, ...options });
  ajv.addKeyword('secret');
  return ajv;
}

interface Mistake {
  /** For example `body/limit`. */
  readonly at: string;
  readonly message: string;
}

function mistakesOf(validate: ValidateFunction, value: unknown, where: string): readonly Mistake[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({
    at: `${where}${error.instancePath}`,
    message: sentenceOf(error),
  }));
}

function sentenceOf({ message = 'is wrong', keyword, params, parentSchema }: ErrorObject): string {
  if (!isData(params)) return message;
  if (keyword === 'required') return `lacks "${String(params.missingProperty)}"`;
  if (keyword === 'additionalProperties') return sentenceOfUnknown(String(params.additionalProperty), parentSchema);
  if (keyword === 'enum' && Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.join(', ')}`;
  return message;
}

function sentenceOfUnknown(name: string, { properties }: Data = {}): string {
  const meant = suggest(name, Object.keys(isData(properties) ? properties : {}));
  const question = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return `has "${name}", which is not known here${question}`;
}
