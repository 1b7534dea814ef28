import type { Data, JsonSchema } from './data.js';
import type { OperationContext, OperationType } from './operation.js';

/** A text that is read in pieces, for example from the database. */
export interface StreamedText {
  /** Characters of all pieces together. */
  readonly length: number;
  /** Pieces of ASCII, as they stand between the quotes of JSON. Also called for a signature, before the request is sent. */
  read(): AsyncIterable<string>;
}

/** The context of an operation, for work that no client has asked for. */
export interface InvokerContext<Services = unknown> extends OperationContext<Services> {
  /**
   * Gives a placeholder for a long text of the payload, which is read while the request is sent. Mappings see the text itself, and then the
   * call holds all of it.
   */
  stream(text: StreamedText): string;
}

/** A call that works. */
export interface InvokerExample {
  /** Its purpose, for example `Posts the title of a new ticket.` */
  readonly summary: string;
  /** The data of the event. */
  readonly data: Data;
  /** The entry of the definition, without its common keys. */
  readonly config?: Data;
  /** The request's data before the outbound mapping. */
  readonly payload?: Data;
  /** The other system's answer; default: an empty object. */
  readonly answer?: Data;
  /** The result of `handle`. */
  readonly result?: unknown;
}

/**
 * Makes of an event what is sent to another system, and handles what is answered. Both may throw: an error of `createError` is reported as
 * `<code>: <message>`, any other by its message. The call has failed then, and the modules of ErrorHandling decide about another one.
 */
export interface Invoker<Services = unknown> {
  /** Named in `Requester.Invoker.<Name>.Type`, for example `Chat::Post`. */
  readonly type: OperationType;
  /** Its effect, in one sentence. */
  readonly summary: string;
  /** Keys of its entry in a definition beyond the common ones, with their schema; without it, an entry may have any. */
  readonly config?: Readonly<Record<string, JsonSchema>>;
  /** The schema of what `prepare` makes, for documentation. */
  readonly payload?: JsonSchema;
  /** For documentation and tests. */
  readonly examples?: readonly InvokerExample[];
  /**
   * @param data an object or a list: the data of the event, with its name as `Event`, or what an administrator gives
   * @param context `binding.options` is the entry of the definition; the caller is the system, `UserID` 1
   */
  prepare(data: Data | readonly unknown[], context: InvokerContext<Services>): unknown;
  /**
   * @param answer an object or a list, behind the inbound mapping; `{}` when nothing was answered
   * @param data what `prepare` got
   */
  handle(
    answer: Data | readonly unknown[],
    context: InvokerContext<Services>,
    data: Data | readonly unknown[],
  ): unknown;
  /** Whether `handle` gets what went wrong too, where an inbound mapping makes an object of it. */
  readonly handlesErrors?: boolean;
}

/**
 * Declares an invoker.
 *
 * @example
 * export const post = defineInvoker({
 *   type: 'Chat::Post',
 *   summary: 'Posts the number and the title of a ticket.',
 *   async prepare(data, context) {
 *     const { Ticket } = await context.call('Ticket::TicketGet', { TicketID: data.TicketID });
 *     return { text: `New ticket ${Ticket.TicketNumber}: ${Ticket.Title}` };
 *   },
 *   handle: (answer) => answer,
 * });
 */
export function defineInvoker<Services = unknown>(invoker: Invoker<Services>): Invoker<Services> {
  return invoker;
}
