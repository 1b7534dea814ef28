import { defineInvoker, isData, isTrue, type Invoker } from '@ticketgate/sdk';

import type { TicketContext, TicketSystem } from '../plugin/ticket-system.js';
import { AccessDenied, invokerError, takeIDs } from './event-ticket.js';
import { genericInvoker } from './generic-invoker.js';
import { invokerConfig, readInvokerOptions } from './invoker-options.js';
import { payloadSchema, toPayload } from './payload.js';
import { readTicketToSend } from './read-ticket.js';
import { writeBack } from './write-back.js';

const FieldUnknown = invokerError(
  'TicketCreate.ResponseDynamicFieldValueGet',
  'Dynamic field for response values not found!',
);

/** The family's invokers for tickets. The first two send a ticket, and write the response to its dynamic fields. */
export const ticketInvokers: readonly Invoker<TicketSystem>[] = [
  ticketInvoker('Ticket::TicketCreate'),
  ticketInvoker('Ticket::TicketUpdate'),
  genericInvoker,
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
      const options = await loadOptions(context);
      const sent = await readTicketToSend(takeIDs(data, context), options, context);
      if (sent === undefined) throw new AccessDenied({ invoker: context.binding.name });
      return toPayload(sent, options, context.settings);
    },
    async handle(answer, context, data) {
      const options = await loadOptions(context);
      if (options.writableFields.length === 0 && options.ticketIDField === '') return answer;
      if (!isData(answer)) throw new Error('The answer is a list; this type of invoker takes an object.');
      const { dynamicFields } = await context.services.catalogue.current();
      const { ticketIDField } = options;
      await writeBack(answer, takeIDs(data, context).ticketID, { options, context });
      if (ticketIDField !== '' && isTrue(answer.TicketID) && dynamicFields.byName(ticketIDField) === undefined) {
        throw new FieldUnknown({ invoker: context.binding.name });
      }
      return answer;
    },
  });
}

async function loadOptions({ binding, settings, services }: TicketContext) {
  return readInvokerOptions(binding.options, settings, await services.catalogue.current());
}
