import { asKey, note, positiveSeconds, leaf, titled } from '../check/keys.js';
import { mappingSchema } from '../mapping/mapping-schema.js';

/** An entry of `Provider.Operation`; operation types may have additional keys. */
export const operationSchema = asKey({
  type: 'object',
  description: 'a map with at least Type',
  properties: {
    Type: titled('Type', leaf)(
      'The operation type to run, in the form `Namespace::Name`. Plugins bring the types; `ticketgate check` reports unknown ones.',
      'required',
      'Ticket::TicketCreate',
    ),
    Description: titled('Description', note)('A note for readers. It changes nothing.', 'Creates a ticket.'),
    Timeout: titled('Time limit, in seconds', positiveSeconds(10))(
      'The most seconds that the operation may take. Longer requests are answered with 408, and the operation gets a signal to stop. It may still have had an effect.',
      '`Gateway.Transport.Timeout` of the service',
      10,
    ),
    MappingInbound: titled('Mapping of what comes in', mappingSchema)('of a request before the operation reads it'),
    MappingOutbound: titled('Mapping of what goes out', mappingSchema)('of an answer before it is sent'),
  },
})(
  'One operation. Its name connects it with its route of the same name. Operation types may add keys: `Ticket::TicketCreate` and `Ticket::TicketUpdate` answer the whole ticket with `IncludeTicketData: 1`.',
  'none',
  { Type: 'Ticket::TicketGet' },
);
