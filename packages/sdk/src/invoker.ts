import type { Data, JsonSchema } from './data.js';
import type { OperationContext, OperationType } from './operation.js';

/** A text that is read in pieces, for example from the database. */
export interface StreamedText {
  /** Characters of all pieces together. */
  readonly length: number;
  /** Whether it is Base64, in which only `\\n` is escaped, so that XML can contain it as it is. Other texts are loaded before they go into XML. */
  readonly isBase64?: boolean;
  /** Reads the pieces: ASCII, escaped for JSON. Called twice for a signed request. */
  read(): AsyncIterable<string>;
}

/** The context of an invoker: that of an operation, without a request of a client. */
export interface InvokerContext<Services = unknown> extends OperationContext<Services> {
  /**
   * Returns a placeholder for a long text of the payload, which is read while the request is sent. Mappings see the text itself if all
   * texts of the call have up to 5 million characters together, and otherwise the placeholder.
   */
  stream(text: StreamedText): string;
}

/** An example of a call. */
export interface InvokerExample {
  /** One sentence, for example `Posts the title of a new ticket.` */
  readonly summary: string;
  /** The data of the event. */
  readonly data: Data;
  /** The options of the invoker in the definition. */
  readonly config?: Data;
  /** The request's data before the outbound mapping. */
  readonly payload?: Data;
  /** The other system's answer; default: an empty object. */
  readonly answer?: Data;
  /** The result of `handle`. */
  readonly result?: unknown;
}

/**
 * Creates the request to another system for an event, and handles the response. If one of its functions throws, the call has failed, and
 * ErrorHandling decides whether to retry it. An error of `createError` is reported as `<code>: <message>`, any other by its message.
 */
export interface Invoker<Services = unknown> {
  /** `Requester.Invoker.<Name>.Type` of a definition, for example `Chat::Post`. */
  readonly type: OperationType;
  /** Its effect, in one sentence. */
  readonly summary: string;
  /** Schemas of its options in a definition; without it, any options are allowed. */
  readonly config?: Readonly<Record<string, JsonSchema>>;
  /** The schema of the payload; `describeInvoker` of the testing kit checks the examples with it. */
  readonly payload?: JsonSchema;
  /** Members of answers with which `handle` fails: `ticketgate check` warns of mappings that produce them. */
  readonly refusedMembers?: readonly string[];
  /** For documentation and tests. */
  readonly examples?: readonly InvokerExample[];
  /**
   * Creates the payload.
   *
   * @param data the data of the event, with its name as `Event`, or of a call by an administrator
   * @param context `binding.options` is the entry of the definition; the caller is the agent with `UserID` 1
   */
  prepare(data: Data | readonly unknown[], context: InvokerContext<Services>): unknown;
  /**
   * Handles the response.
   *
   * @param answer the response after the inbound mapping; `{}` if it was empty
   * @param data as for `prepare`
   */
  handle(
    answer: Data | readonly unknown[],
    context: InvokerContext<Services>,
    data: Data | readonly unknown[],
  ): unknown;
  /** Whether `handle` also gets errors, after the inbound mapping. */
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
