import { foldASCII, isData, type Caller, type CustomerUser, type Data, type OperationContext } from '@ticketgate/sdk';
import { omit } from '@ticketgate/sdk/schema/words';

import type { Catalogue } from '../catalogue/catalogue.js';
import { USED } from '../columns/ticket-columns.js';
import { isFalsy, toText, trimMembers } from '../request/family-values.js';
import { ID_MEMBERS } from '../request/find-entry.js';
import { denied } from '../request/input-errors.js';
import type { TicketParts } from '../ticket/rules/read-parts.js';

/** The members that the service lets the calling customer set (`Gateway.Customers`, `docs/ticket-operations.md`). */
export type CustomerRights = Readonly<NonNullable<Awaited<ReturnType<typeof customerRights>>>>;

/** Members of `Ticket` with their names in `Gateway.Customers.May`. */
const TICKET: ReadonlyMap<string, string> = new Map([
  ...USED.flatMap(({ set }) => (set === undefined ? [] : [[set, set] as const])),
  ...Object.entries(ID_MEMBERS).map(([name, id]) => [id, name] as const),
]);

/** The values of `Gateway.Customers.May`. */
export const CUSTOMER_MEMBERS: readonly string[] = [...new Set(TICKET.values()), 'DynamicField', 'DynamicField_*'];

/** Members of an article that only agents may set. */
const AGENTS_ONLY = [
  'To',
  'Cc',
  'Bcc',
  'AutoResponseType',
  'HistoryType',
  'HistoryComment',
  'TimeUnit',
  'ArticleSend',
  'DynamicField',
  'NoAgentNotify',
  'ForceNotificationToUserID',
  'ExcludeNotificationToUserID',
  'ExcludeMuteNotificationToUserID',
];

/** The rights of the caller; undefined for agents, and if the service does not restrict customers. */
export async function customerRights(
  caller: Caller,
  { binding, accounts }: Pick<OperationContext, 'binding' | 'accounts'>,
  operation: string,
) {
  const { customersMay } = binding;
  if (caller.type !== 'Customer' || customersMay === undefined) return undefined;
  const person = await accounts.customers.findByLogin(caller.login);
  return { operation, may: new Set(customersMay), login: caller.login, person };
}

/**
 * Restricts a request of a customer to members that are `own` or named by the service; the customer is the author.
 *
 * @throws OperationError `<Operation>.AccessDenied`, naming the first member that is neither
 */
export function restrictParts<Parts extends TicketParts>(
  parts: Parts,
  own: ReadonlySet<string>,
  { rights, catalogue }: { readonly rights: CustomerRights; readonly catalogue: Catalogue },
): Parts {
  requireSettable(parts.ticket ?? {}, own, rights);
  requireSettableFields(parts.dynamicFields, rights);
  return { ...parts, articles: parts.articles.map((article) => ownArticle(article, rights, catalogue)) };
}

function requireSettable(ticket: Data, own: ReadonlySet<string>, { may, operation }: CustomerRights): void {
  for (const name of Object.keys(ticket)) {
    const member = TICKET.get(name);
    if (member === undefined || isFalsy(ticket[name]) || own.has(member) || may.has(member)) continue;
    throw notSettable(operation, `Ticket->${name}`);
  }
}

/** Whether the service allows all dynamic fields (`DynamicField`) or this one (`DynamicField_Floor`). */
function requireSettableFields(entries: readonly unknown[], { may, operation }: CustomerRights): void {
  if (may.has('DynamicField')) return;
  for (const entry of entries) {
    const name = isData(entry) ? toText(trimMembers(entry).Name) : '';
    if (!may.has(`DynamicField_${name}`))
      throw notSettable(operation, `DynamicField ${JSON.stringify(name.slice(0, 200))}`);
  }
}

/** Sets the sender of an article and makes it visible to the customer. */
function ownArticle(article: Data, rights: CustomerRights, catalogue: Catalogue): Data {
  const { operation } = rights;
  const forged = AGENTS_ONLY.find((name) => !isFalsy(article[name])) ?? findForgery(article, rights, catalogue);
  if (forged !== undefined) throw notSettable(operation, `Article->${forged}`);
  return { ...omit(article, ['SenderTypeID']), SenderType: 'customer', IsVisibleForCustomer: 1, From: undefined };
}

/** The first member that contradicts the fixed values. */
function findForgery(article: Data, rights: CustomerRights, { senderTypes, channels }: Catalogue): string | undefined {
  const { SenderType, SenderTypeID, CommunicationChannel, CommunicationChannelID, IsVisibleForCustomer } = article;
  const claims: readonly (readonly [name: string, isOwn: boolean])[] = [
    ['From', isOwnFrom(article.From, rights)],
    ['SenderType', toText(SenderType) === 'customer'],
    ['SenderTypeID', senderTypes.byID(Number(toText(SenderTypeID)))?.name === 'customer'],
    ['CommunicationChannel', toText(CommunicationChannel) === 'Internal'],
    ['CommunicationChannelID', channels.byID(Number(toText(CommunicationChannelID)))?.name === 'Internal'],
  ];
  const forged = claims.find(([name, isOwn]) => !isFalsy(article[name]) && !isOwn)?.[0];
  const isHidden = IsVisibleForCustomer !== undefined && IsVisibleForCustomer !== null && isFalsy(IsVisibleForCustomer);
  return forged ?? (isHidden ? 'IsVisibleForCustomer' : undefined);
}

/** Only compares the address, since the customer's own name is stored anyway. */
function isOwnFrom(from: unknown, { person }: CustomerRights): boolean {
  if (person === undefined) return false;
  const [line, email] = [foldASCII(toText(from).trim()), foldASCII(person.email)];
  return line === email || line.endsWith(`<${email}>`);
}

/** The value of From for an article of the customer. */
export function nameAuthor({ person, login }: CustomerRights): string {
  return person === undefined ? login : writeAddress(person);
}

export function writeAddress({ fullName, email }: CustomerUser): string {
  return `"${fullName}" <${email}>`;
}

function notSettable(operation: string, what: string): Error {
  return denied(operation, `Customers may not set ${what} in this web service. Leave it out.`);
}
