import { createError, defineInvoker, isData, isTrue, type Data, type Invoker } from '@ticketgate/sdk';

import type { TicketContext, TicketSystem } from '../plugin/ticket-system.js';
import { invokerConfig, readInvokerOptions } from './invoker-options.js';
import { payloadSchema, payloadOf } from './payload.js';
import { readTicketToSend } from './read-ticket.js';
import { writeBack } from './write-back.js';

// The family uses the same codes for both types.
const MissingData = invokerError('TicketCreate.MissingData', 'The request data is invalid!');
const MissingTicketNumber = invokerError('TicketCreate.MissingTicketNumber', 'TicketID or TicketNumber is required!');
const MissingTicketID = invokerError('TicketCreate.MissingTicketID', 'User does not have access to the ticket!');
const AccessDenied = invokerError('TicketCreate.AccessDenied', 'User does not have access to the ticket!');
const FieldUnknown = invokerError(
  'TicketCreate.ResponseDynamicFieldValueGet',
  'Dynamic field for response values not found!',
);

function invokerError(code: string, sentence: string) {
  return createError<{ invoker: string }>(code, ({ invoker }) => `${invoker}: ${sentence}`, 'Invalid');
}

/** The family's invokers for tickets. Both send a ticket, and write the response to its dynamic fields. */
export const ticketInvokers: readonly Invoker<TicketSystem>[] = [
  ticketInvoker('Ticket::TicketCreate'),
  ticketInvoker('Ticket::TicketUpdate'),
];

function ticketInvoker(type: Invoker['type']): Invoker<TicketSystem> {
  return defineInvoker<TicketSystem>({
    type,
    summary:
      'Sends a ticket with the chosen fields, articles and attachments, and writes answers into its dynamic fields.',
    handlesErrors: true,
    config: invokerConfig,
    payload: payloadSchema,
    examples: [
      {
        summary: 'Sends a new ticket, and notes the number that the other system gives it.',
        data: { Event: 'TicketCreate', TicketID: 7 },
        config: {
          RequestTicketFields: ['Title', 'Queue'],
          RequestArticleFields: ['Subject', 'Body'],
          DynamicFieldList: ['RemoteNumber'],
        },
        answer: { Ticket: { DynamicField: [{ Name: 'RemoteNumber', Value: 'R-12' }] } },
      },
    ],
    async prepare(data, context) {
      const options = await optionsOf(context);
      const sent = await readTicketToSend(readIDs(data, context), options, context);
      if (sent === undefined) throw new AccessDenied({ invoker: context.binding.name });
      return payloadOf(sent, options, context.settings);
    },
    async handle(answer, context, data) {
      const options = await optionsOf(context);
      if (options.writableFields.length === 0 && options.ticketIDField === '') return answer;
      if (!isData(answer)) throw new Error('The answer is a list; this type of invoker takes an object.');
      const { dynamicFields } = await context.services.catalogue.current();
      const { ticketIDField } = options;
      await writeBack(answer, readIDs(data, context).ticketID, { options, context });
      if (ticketIDField !== '' && isTrue(answer.TicketID) && dynamicFields.byName(ticketIDField) === undefined) {
        throw new FieldUnknown({ invoker: context.binding.name });
      }
      return answer;
    },
  });
}

async function optionsOf({ binding, settings, services }: TicketContext) {
  return readInvokerOptions(binding.options, { settings, catalogue: await services.catalogue.current() });
}

/**
 * The ids in the data of an event.
 *
 * @throws OperationError if it does not name a ticket
 */
function readIDs(
  data: Data | readonly unknown[],
  { binding: { name: invoker } }: TicketContext,
): { readonly ticketID: number; readonly articleID: number | undefined } {
  if (!isData(data) || Object.keys(data).length === 0) throw new MissingData({ invoker });
  const { TicketID, TicketNumber, ArticleID } = data;
  if (!isTrue(TicketID)) {
    throw isTrue(TicketNumber) ? new MissingTicketID({ invoker }) : new MissingTicketNumber({ invoker });
  }
  const ticketID = idOf(TicketID);
  if (ticketID === undefined) throw new AccessDenied({ invoker });
  return { ticketID, articleID: isTrue(ArticleID) ? (idOf(ArticleID) ?? 0) : undefined };
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
