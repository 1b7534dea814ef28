import { CREDENTIAL_MEMBERS } from '@ticketgate/definition';
import { isData, type Data, type Operation, operationError, type OperationError } from '@ticketgate/sdk';
import { describeMistakes, omit, schemaCompiler, type Mistake, type ValidateFunction } from '@ticketgate/sdk/schema';

import { SecretNames } from '../debugger/secret-names.js';
import { convertTexts } from './convert-texts.js';
import { openShape } from './input-shape.js';

/** Members for the gateway itself: credentials, and those that it adds to requests without a body. */
export const NOT_INPUT: readonly string[] = [...CREDENTIAL_MEMBERS, 'RequestMethod'];

/** The largest input of which all mistakes are reported, in values and characters; of a larger one, only the first is. */
const THOROUGH = { values: 1000, characters: 100_000 };

const RULES = { useDefaults: true, strict: true, strictRequired: false } as const;

/** Makes a function that compiles an operation's input schema. It throws an Error if the schema does not compile. */
export function createInputCompiler() {
  /** Stops at the first mistake. */
  const quick = schemaCompiler({ ...RULES, allErrors: false });
  /** Finds all mistakes. That takes time, so it never validates large input. */
  const thorough = schemaCompiler({ ...RULES, allErrors: true });
  return (operation: Operation): CheckedInput =>
    checkInput(operation, quick.compile(operation.input), () => thorough.compile(operation.input));
}

export type CheckedInput = ReturnType<typeof checkInput>;

/** @param compileThorough called at the first mistake */
function checkInput(operation: Operation, validate: ValidateFunction, compileThorough: () => ValidateFunction) {
  const { input: schema } = operation;
  const shape = openShape(schema);
  const secrets = SecretNames.of([operation], []);
  const isSecret = (name: string) => secrets.has(name);
  const isClosed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
  const hasDefaults = mentionsDefaults(schema);
  return {
    /**
     * Prepares the input for `findMistakes` and the operation: without credentials and the like, unless the schema declares them, and with texts
     * of queries and paths converted to the types of the schema.
     *
     * @param texts the parts of `data` that came as text, at the same places
     * @param parameters of the route: removed, too, if the schema allows no undeclared members
     */
    prepare(data: Data, texts: Data | undefined, parameters: readonly string[]): Data {
      const others = [...NOT_INPUT, ...(isClosed ? parameters : [])].filter(
        (name) => Object.hasOwn(data, name) && !shape.names.has(name),
      );
      const own = others.length === 0 ? data : omit(data, others);
      const converted = texts === undefined ? own : convertTexts(own, texts, shape);
      return hasDefaults ? copyDeep(converted) : converted;
    },
    /** Everything that the schema does not allow; for large input, only the first mistake. Fills in defaults. */
    findMistakes(input: unknown): readonly Mistake[] {
      if (validate(input)) return [];
      const first = validate.errors ?? [];
      if (!isSmall(input)) return describeMistakes(first, isSecret);
      const all = compileThorough();
      all(input);
      return describeMistakes(all.errors ?? first, isSecret);
    },
  };
}

function mentionsDefaults(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(mentionsDefaults);
  return isData(schema) && (Object.hasOwn(schema, 'default') || Object.values(schema).some(mentionsDefaults));
}

function copyDeep<Value>(value: Value): Value;
function copyDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyDeep(item));
  if (!isData(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyDeep(member)]));
}

function isSmall(input: unknown): boolean {
  const left = { ...THOROUGH };
  const fits = (value: unknown): boolean => {
    left.values -= 1;
    if (typeof value === 'string') left.characters -= value.length;
    if (left.values < 0 || left.characters < 0) return false;
    return typeof value !== 'object' || value === null || Object.values(value).every(fits);
  };
  return fits(input);
}

/** Further mistakes are counted, but not listed. */
const LISTED = 20;

/** `<Operation>.MissingParameter` if members are only missing, otherwise `<Operation>.InvalidParameter`. */
export function inputError(operation: string, mistakes: readonly Mistake[]): OperationError {
  const code = mistakes.every(({ kind }) => kind === 'missing') ? 'MissingParameter' : 'InvalidParameter';
  const sentences = mistakes.slice(0, LISTED).map(({ message }) => message);
  const rest = mistakes.length - sentences.length;
  const text = rest === 0 ? sentences.join(' ') : `${sentences.join(' ')} And ${rest} more.`;
  return operationError(operation, code, text);
}

/** Concatenates lists, with only the first mistake at each place. */
export function joinMistakes(...lists: readonly (readonly Mistake[])[]): readonly Mistake[] {
  const byPlace = new Map<string, Mistake>();
  for (const mistake of lists.flat()) if (!byPlace.has(mistake.place)) byPlace.set(mistake.place, mistake);
  return [...byPlace.values()];
}
