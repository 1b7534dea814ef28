import { isData, type Data } from '@ticketgate/sdk';

import type { TicketContext } from '../plugin/ticket-system.js';

/** Members that Znuny never sends, such as passwords and tokens. */
const PRIVATE = /::|config|secret|passw|userpw|auth|token|^pw$/i;

const AGENT = `select id as user_id, login as user_login, title as user_title, first_name as user_firstname,
  last_name as user_lastname, valid_id, create_time, change_time,
  (select json_object_agg(preferences_key, preferences_value) from user_preferences where user_id = users.id) as others
from users where id = $1`;

const CUSTOMER = `select login as user_id, login as user_login, email as user_email, customer_id as user_customer_id,
  title as user_title, first_name as user_firstname, last_name as user_lastname, phone as user_phone, fax as user_fax,
  mobile as user_mobile, street as user_street, zip as user_zip, city as user_city, country as user_country,
  comments as user_comment, customer_id, valid_id, create_time, create_by, change_time, change_by,
  (select json_object_agg(preferences_key, preferences_value) from customer_preferences where user_id = login) as others
from customer_user where login = $1`;

const COMPANY = `select customer_id, name as customer_company_name, street as customer_company_street,
  zip as "CustomerCompanyZIP", city as customer_company_city, country as customer_company_country,
  url as "CustomerCompanyURL", comments as customer_company_comment,
  valid_id, create_time, create_by, change_time, change_by
from customer_company where customer_id = $1`;

const QUEUE = `select queue.*, value0 as email, value1 as real_name from queue
left join system_address on system_address.id = system_address_id where queue.id = $1`;

const SERVICE = `select service.*, regexp_replace(name, '^.*::', '') as name_short from service where id = $1`;

const AGREEMENT = `select sla.*, array(select service_id from service_sla where sla_id = sla.id) as "ServiceIDs"
from sla where id = $1`;

/** What a ticket names: the member that does, the statement that reads it, and how its own id is called. */
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

/** The names of the members. */
export const RELATED_MEMBERS: readonly string[] = Object.keys(RELATED);

/** The rows of all that a ticket names, with the members that Znuny sends of them; `{}` where it names nothing. */
export async function readRelated(ticket: Data, { database, accounts }: TicketContext): Promise<Data> {
  const directory = await accounts.directory();
  const read = async ([name, [named, statement, id = 'ID']]: (typeof ENTRIES)[number]) => {
    const key = ticket[named];
    const [row] = key === '' || key === null ? [] : await database.query<Data>(statement, [key]);
    if (row === undefined) return [name, {}] as const;
    const fullName = statement === AGENT ? directory.agentByID(Number(key))?.fullName : undefined;
    return [name, { ...nameMembers(row, id), ...(fullName !== undefined && { UserFullname: fullName }) }] as const;
  };
  return Object.fromEntries(await Promise.all(ENTRIES.map(read)));
}

const ENTRIES = Object.entries(RELATED);

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
