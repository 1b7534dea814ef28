import type { Data } from './data.js';
import type { InputOf, SentTo, Unchanged } from './schema-types.js';

/**
 * The operations that `context.call` can run, with their input and answers. A plugin adds its own:
 *
 * @example
 * declare module '@ticketgate/sdk' {
 *   interface CalledOperations {
 *     'Custom::Greet': typeof greet;
 *   }
 * }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- plugins fill it
export interface CalledOperations {}

/** The types of an operation of {@link CalledOperations}, taken from its schemas. */
export interface CalledBy<Input, Output> {
  readonly types?: { readonly input: SentTo<Input>; readonly answer: InputOf<Output> };
}

/** A type that {@link CalledOperations} lists. */
export type CalledType = keyof CalledOperations;

/** The types of an operation; any object if it declares none. */
type TypesOf<Type extends CalledType> = CalledOperations[Type] extends { readonly types?: infer Types extends object }
  ? Types
  : { readonly input: Data; readonly answer: Data };

/** The input of an operation of {@link CalledOperations}. */
export type CallInput<Type extends CalledType> =
  TypesOf<Type> extends { readonly input: infer Input } ? Unchanged<Input> : Data;

/** The answer of an operation of {@link CalledOperations}. */
export type CallAnswer<Type extends CalledType> =
  TypesOf<Type> extends { readonly answer: infer Answer } ? Answer : Data;
