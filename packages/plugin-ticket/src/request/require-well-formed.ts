import { isData, requireWellFormed as requireKinds, type Data, type JsonSchema } from '@ticketgate/sdk';

/**
 * Refuses values that are not of the kinds that a schema names. An object as TicketID has a code of its own, `WrongStructure`.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireWellFormed(input: Data, schema: JsonSchema, operation: string): Data {
  requireKinds(isData(input.TicketID) ? { ...input, TicketID: undefined } : input, schema, operation);
  return input;
}
