import type { ArticleHeaders } from '../check-article.js';
import type { AttachmentRow } from '../store/attachment-row.js';

/** What an article has when it is sent. */
export interface Mail {
  readonly messageID: string;
  /** An address alone. */
  readonly sender: string;
  /** The name of the sender, if it is the queue. */
  readonly name: string | undefined;
  readonly recipients: readonly string[];
  readonly organization: string;
  readonly date: Date;
}

/** An article as it is stored. */
interface MailedArticle extends ArticleHeaders {
  readonly subject: string;
  readonly text: string;
  /** Base64. */
  readonly html: string | undefined;
  readonly attachments: readonly AttachmentRow[];
}

/** A mail for the daemon of a host. Its text has line feeds. */
export interface QueuedMail extends Mail {
  readonly header: Buffer;
  readonly body: Buffer;
}

const OPTIONS = {
  streamTransport: true,
  buffer: true,
  newline: 'unix',
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

export async function composeMail(mail: Mail, article: MailedArticle): Promise<QueuedMail> {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer');
  const { from, to, cc, subject, text, html, attachments } = article;
  const { messageID, sender, name, organization, date } = mail;
  const { message } = await createTransport(OPTIONS).sendMail({
    ...{ to, cc, subject, date, messageId: messageID, text },
    from: name === undefined ? from : { name, address: sender },
    ...(html === undefined ? {} : { html: { content: html, encoding: 'base64' } }),
    headers: organization === '' ? {} : { Organization: organization },
    attachments: attachments.map(({ filename, contentType, content, contentID, disposition }) => ({
      ...{ filename, contentType, content, encoding: 'base64' },
      contentDisposition: disposition === 'inline' ? ('inline' as const) : ('attachment' as const),
      ...(contentID === undefined ? {} : { cid: contentID.replace(/^<|>$/g, '') }),
    })),
  });
  if (!Buffer.isBuffer(message)) throw new Error('The text of a mail is a stream.');
  const end = message.indexOf('\n\n');
  return { ...mail, header: message.subarray(0, end + 1), body: message.subarray(end + 2) };
}
