import type { Database } from '@ticketgate/sdk';

import type { Signature } from './signature.js';

/** What mails of a queue are sent with. */
export interface QueueMail {
  /** A line with the name and the address. */
  readonly from: string;
  readonly address: string;
  readonly realName: string;
  readonly signature: Signature;
}

const LOAD = `
select address.value0 as address, address.value1 as "realName", coalesce(signature.text, '') as text,
  coalesce(signature.content_type, '') as "contentType"
from queue join system_address address on address.id = queue.system_address_id
join signature on signature.id = queue.signature_id
where queue.id = $1`;

type Row = Readonly<Record<'address' | 'realName' | 'text' | 'contentType', string>>;

export async function loadQueueMail(queueID: number, database: Database): Promise<QueueMail> {
  const [row] = await database.query<Row>(LOAD, [queueID]);
  if (row === undefined) throw new Error(`Queue ${queueID} has no system address or no signature.`);
  const { address, realName, text, contentType } = row;
  // As hosts write it: quotes inside stay as they are.
  const name = /[,@():;<>"]/.test(realName) ? `"${realName}"` : realName;
  return { from: `${name} <${address}>`, address, realName, signature: { text, contentType } };
}
