import type { Database, EventHandler } from '@ticketgate/sdk';

import type { TicketSystem } from '../../plugin/ticket-system.js';
import { readMailLogin, readMailServer } from './mail-server.js';
import { sendMail, type OutgoingMail } from './send-mail.js';

const LOAD = `
select q.sender, q.recipient, p.body from mail_queue q join article_data_mime_plain p on p.article_id = q.article_id
where q.article_id = $1`;

/** A mail is deleted when it was taken for all of its recipients. */
const RECORD = `
with left_over as (update mail_queue set recipient = $2 where article_id = $1 and $2 <> '')
delete from mail_queue where article_id = $1 and $2 = ''`;

/** Sends a queued mail from a database of our own. One that is gone was sent, or deleted with its ticket. */
export const deliverMail: EventHandler<TicketSystem, 'mail.queued'> = async (event, context) => {
  const { database, settings, signal, services } = context;
  const { ArticleID } = event.data;
  const mail = await loadMail(database, ArticleID);
  if (mail === undefined) return;
  // Of an attempt that was not recorded: the server has the mail for all others.
  const recipients = services.unrecorded.get(ArticleID) ?? mail.recipients;
  const server = { ...readMailServer(settings), ...readMailLogin(settings) };
  const unsent = recipients.length === 0 ? undefined : await sendMail(server, { ...mail, recipients }, signal);
  const left = unsent?.recipients ?? [];
  services.unrecorded.set(ArticleID, left);
  await database.query(RECORD, [ArticleID, left.join(',')]);
  services.unrecorded.delete(ArticleID);
  if (unsent !== undefined) throw unsent.error;
};

async function loadMail(database: Database, articleID: number): Promise<OutgoingMail | undefined> {
  const [row] = await database.query<Readonly<Record<'sender' | 'recipient' | 'body', string>>>(LOAD, [articleID]);
  if (row === undefined) return undefined;
  const { sender, recipient, body } = row;
  return { sender, recipients: recipient.split(','), message: Buffer.from(body, 'base64') };
}
