import type { Database } from '@ticketgate/sdk';

import { FINGERPRINT } from '../store/fingerprint.js';
import type { RowOwner } from '../store/store-attachments.js';
import type { QueuedMail } from './compose-mail.js';

const STORE = `
with mime as (
  update article_data_mime set a_message_id = $2::text, a_message_id_md5 = md5($2::text) where article_id = $1
), plain as (
  insert into article_data_mime_plain (article_id, body, create_time, create_by, change_time, change_by)
  values ($1, encode($3::bytea, 'base64') || E'\\n', $7::timestamp, $8::int, $7::timestamp, $8::int)
)
insert into mail_queue (insert_fingerprint, article_id, attempts, sender, recipient, raw_message, create_time)
values (${FINGERPRINT}, $1, 0, $5, $6, encode($4::bytea, 'base64') || E'\\n', $7::timestamp)`;

/** Queues the mail of an article, in the form that the daemons of OTRS 6 and Znuny read. */
export async function storeMail(
  database: Database,
  mail: QueuedMail,
  { articleID, time, userID }: RowOwner,
): Promise<void> {
  const { header, body, messageID, sender, recipients } = mail;
  const whole = Buffer.concat([header, Buffer.from('\n'), body]);
  const stored = storable({ Header: header, Body: body });
  await database.query(STORE, [articleID, messageID, whole, stored, sender, recipients.join(','), time, userID]);
}

/** Major version 2 in network order, minor version 11, and a hash. */
const START = Buffer.from([5, 11, 3]);

/** Texts by name as Perl's Storable writes them in network order: the number, then each value before its name. */
function storable(members: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(members).flatMap(([name, value]) => [
    scalar(value),
    length(name.length),
    Buffer.from(name),
  ]);
  return Buffer.concat([START, length(Object.keys(members).length), ...entries]);
}

function scalar(value: Buffer): Buffer {
  const start =
    value.length < 256 ? Buffer.from([10, value.length]) : Buffer.concat([Buffer.from([1]), length(value.length)]);
  return Buffer.concat([start, value]);
}

function length(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
