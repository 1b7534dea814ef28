import type { Data } from './data.js';

/**
 * The operations whose input and answers the compiler knows when `context.call` runs them. A plugin adds its own:
 *
 * @example
 * declare module '@ticketgate/sdk' {
 *   interface CalledOperations {
 *     'Custom::Greet': typeof greet;
 *   }
 * }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- plugins fill it
export interface CalledOperations {}

type TypesOf<Type> = Type extends keyof CalledOperations
  ? CalledOperations[Type] extends { readonly types?: infer Types }
    ? NonNullable<Types>
    : never
  : { readonly input: Data; readonly answer: Data };

/** What an operation of {@link CalledOperations} takes; of others, any object. */
export type CallInput<Type extends string> = TypesOf<Type>['input'];

/** What an operation of {@link CalledOperations} answers; of others, any object. */
export type CallAnswer<Type extends string> = TypesOf<Type>['answer'];
