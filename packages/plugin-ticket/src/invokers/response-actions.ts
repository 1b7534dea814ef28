import { isData, isTrue, toText, type Data } from '@ticketgate/sdk';

import type { TicketContext } from '../plugin/ticket-system.js';

/** Members of an answer that set a member of the ticket. */
const MEMBERS: Readonly<Record<string, string>> = {
  OTRS_TicketTitleUpdate: 'Title',
  OTRS_TicketServiceSet: 'Service',
  OTRS_TicketSLASet: 'SLA',
  OTRS_TicketTypeSet: 'Type',
  OTRS_TicketQueueSet: 'Queue',
  OTRS_TicketStateSet: 'State',
  OTRS_TicketPrioritySet: 'Priority',
  OTRS_TicketOwnerSet: 'Owner',
  OTRS_TicketResponsibleSet: 'Responsible',
};

const FIELD_ACTION = /OTRS_TicketDynamicFieldSet_(.+)/is;
const CUSTOMER_ACTION = 'OTRS_TicketCustomerSet';
const ARTICLE_ACTION = 'OTRS_TicketArticleAdd';
/** Members of an answer with which the call fails. */
export const UNSERVED_ACTIONS =
  'OTRS_TicketHistoryAdd OTRS_TicketCreate OTRS_AsynchronousInvokerExecution OTRS_TicketArticleCreateEvent'.split(' ');

/**
 * What an answer asks for, as a request of TicketUpdate; undefined if it asks for nothing.
 *
 * @throws Error for what cannot be done
 */
export async function readActions(answer: Data, ticketID: number, context: TicketContext): Promise<Data | undefined> {
  const unserved = UNSERVED_ACTIONS.find((name) => name in answer);
  if (unserved !== undefined) throw new Error(`${unserved} of the answer is not served, so nothing was changed.`);
  const { dynamicFields } = await context.services.catalogue.current();
  const fields = Object.entries(answer).flatMap(([name, value]) => {
    const field = dynamicFields.byName(FIELD_ACTION.exec(name)?.[1] ?? '');
    return field === undefined ? [] : [{ Name: field.name, Value: value }];
  });
  const named = Object.entries(MEMBERS).filter(([action]) => action in answer);
  const ticket = {
    ...Object.fromEntries(named.map(([action, member]) => [member, requireText(action, answer[action])])),
    ...(CUSTOMER_ACTION in answer && (await customerIn(answer[CUSTOMER_ACTION], ticketID, context))),
  };
  const request = {
    ...(Object.keys(ticket).length > 0 && { Ticket: ticket }),
    ...(ARTICLE_ACTION in answer && articleIn(answer[ARTICLE_ACTION])),
    ...(fields.length > 0 && { DynamicField: fields }),
  };
  return Object.keys(request).length === 0 ? undefined : { TicketID: ticketID, ...request };
}

function requireText(action: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`Error on response action '${action}' with value '${toText(value)}'. Failed to execute!`);
}

/** `customer id;login`; without a login, that of the ticket stays. */
async function customerIn(value: unknown, ticketID: number, { database }: TicketContext): Promise<Data> {
  const [CustomerID, login] = requireText(CUSTOMER_ACTION, value).split(';');
  if (login !== undefined) return { CustomerID, CustomerUser: login };
  const load = 'select customer_user_id as "CustomerUser" from ticket where id = $1';
  const [kept] = await database.query<Data>(load, [ticketID]);
  return { CustomerID, ...kept };
}

/** The article, and those of its attachments that are complete. */
function articleIn(value: unknown): Data {
  const given = isData(value) ? value : {};
  const absent = ['Subject', 'Body', 'HistoryType', 'HistoryComment'].find((name) => !isTrue(given[name]));
  if (absent !== undefined) {
    throw new Error(`Missing parameter '${absent}' on action '${ARTICLE_ACTION}'. Failed to execute!`);
  }
  const { ChannelName: CommunicationChannel = 'Internal', Attachment: files = [], ...members } = given;
  const isWhole = (file: unknown) =>
    isData(file) && ['Content', 'ContentType', 'Filename'].every((name) => isTrue(file[name]));
  const type = {
    IsVisibleForCustomer: 0,
    ...(!isTrue(given.ContentType) && { MimeType: 'text/plain', Charset: 'utf-8' }),
  };
  return { Article: { ...type, ...members, CommunicationChannel }, Attachment: [files].flat().filter(isWhole) };
}
