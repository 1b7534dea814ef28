import { isData, toText, type Data } from '@ticketgate/sdk';

import { writeAddress } from '../permission/customer-rights.js';
import type { TicketContext } from '../plugin/ticket-system.js';

/** Members that Znuny never sends, such as passwords and tokens. */
const PRIVATE = /::|config|secret|passw|userpw|auth|token|^pw$/i;

const AGENT = `select id as user_id, login as user_login, title as user_title, first_name as user_firstname,
  last_name as user_lastname, valid_id, create_time, change_time,
  (select json_object_agg(preferences_key, preferences_value) from user_preferences where user_id = users.id) as others
from users where id = $1`;

const COMPANY_COLUMNS = `company.name as customer_company_name, company.street as customer_company_street,
  company.zip as "CustomerCompanyZIP", company.city as customer_company_city, company.country as customer_company_country,
  company.url as "CustomerCompanyURL", company.comments as customer_company_comment`;

const CUSTOMER = `select login as user_id, login as user_login, email as user_email, customer_id as user_customer_id,
  title as user_title, first_name as user_firstname, last_name as user_lastname, phone as user_phone, fax as user_fax,
  mobile as user_mobile, customer_user.street as user_street, customer_user.zip as user_zip, customer_user.city as user_city,
  customer_user.country as user_country,
  customer_user.comments as user_comment, customer_id, customer_user.valid_id, customer_user.create_time,
  customer_user.create_by, customer_user.change_time, customer_user.change_by, 'CustomerUser' as source, ${COMPANY_COLUMNS},
  company.valid_id as "CustomerCompanyValidID",
  (select json_object_agg(preferences_key, preferences_value) from customer_preferences where user_id = login) as others
from customer_user left join customer_company company using (customer_id) where login = $1`;

const COMPANY = `select customer_id, ${COMPANY_COLUMNS}, 'CustomerCompany' as source,
  valid_id, create_time, create_by, change_time, change_by
from customer_company company where customer_id = $1`;

const QUEUE = `select queue.*, value0 as email, value1 as real_name from queue
left join system_address on system_address.id = system_address_id where queue.id = $1`;

const SERVICE = `select service.*, regexp_replace(name, '^.*::', '') as name_short from service where id = $1`;

const AGREEMENT = `select sla.*, array(select service_id from service_sla where sla_id = sla.id) as "ServiceIDs"
from sla where id = $1`;

/** What a ticket names: the member with the name, the statement that reads it, and the name of its own id. */
const RELATED: Readonly<Record<string, readonly [named: string, statement: string, id?: string]>> = {
  CustomerUser: ['CustomerUserID', CUSTOMER],
  CustomerCompany: ['CustomerID', COMPANY],
  QueueData: ['QueueID', QUEUE, 'QueueID'],
  TypeData: ['TypeID', 'select * from ticket_type where id = $1'],
  PriorityData: ['PriorityID', 'select * from ticket_priority where id = $1'],
  ServiceData: ['ServiceID', SERVICE, 'ServiceID'],
  SLAData: ['SLAID', AGREEMENT, 'SLAID'],
  OwnerData: ['OwnerID', AGENT],
  ResponsibleData: ['ResponsibleID', AGENT],
  CreateByData: ['CreateBy', AGENT],
};

export const RELATED_MEMBERS: readonly string[] = Object.keys(RELATED);

/** The rows of all that a ticket names, with the members that Znuny sends of them; `{}` if it names nothing. */
export async function readRelated(ticket: Data, context: TicketContext): Promise<Data> {
  const { database } = context;
  const read = async ([name, [named, statement, id = 'ID']]: (typeof ENTRIES)[number]) => {
    const key = ticket[named];
    const [row] = key === '' || key === null ? [] : await database.query<Data>(statement, [key]);
    if (row === undefined) return [name, {}] as const;
    return [name, { ...nameMembers(row, id), ...(await describePerson(row, statement, context)) }] as const;
  };
  return Object.fromEntries(await Promise.all(ENTRIES.map(read)));
}

const ENTRIES = Object.entries(RELATED);

/** What Znuny computes for agents and customers. */
async function describePerson(row: Data, statement: string, context: TicketContext): Promise<Data> {
  if (statement !== AGENT && statement !== CUSTOMER) return {};
  const { accounts } = context;
  const customer = statement === CUSTOMER ? await accounts.customers.findByLogin(toText(row.user_login)) : undefined;
  const person = customer ?? (await accounts.directory()).agentByID(Number(row.user_id));
  const login = isData(row.others) ? Number(row.others.UserLastLogin ?? 0) : 0;
  return {
    ...(person !== undefined && { UserFullname: person.fullName }),
    ...(customer !== undefined && { UserMailString: writeAddress(customer) }),
    ...(login > 0 && { UserLastLoginTimestamp: context.formatTime(new Date(login * 1000)) }),
  };
}

function nameMembers({ others, ...columns }: Data, id: string): Data {
  const named = Object.entries(columns).map(
    ([column, value]) => [column === 'id' ? id : toMember(column), value] as const,
  );
  const all = [...Object.entries(isData(others) ? others : {}), ...named];
  return Object.fromEntries(all.filter(([name]) => !PRIVATE.test(name)));
}

const NAMES: Readonly<Record<string, string>> = { comments: 'Comment', calendar_name: 'Calendar' };

/** `FirstResponseTime` for `first_response_time`. */
function toMember(column: string): string {
  const words = column.split('_').map((word) => (word === 'id' ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)));
  return NAMES[column] ?? words.join('');
}
