import { randomInt } from 'node:crypto';
import { OperationFault, type Data, type Settings } from '@ticketgate/sdk';

import { areSendable } from '../../addresses/email.js';
import { parseAddresses } from '../../addresses/parse-addresses.js';
import { readMost, requireAtMost } from '../../request/limits.js';
import { invalid } from '../../request/input-errors.js';
import { isFalsy, isText, toText } from '../../request/family-values.js';
import type { WriteSources } from '../../ticket/rules/write-sources.js';
import type { ArticleHeaders } from '../check-article.js';
import { prepareContent, type CompleteArticle } from '../store/prepare-article.js';
import type { Mail } from './compose-mail.js';
import { loadQueueMail, type QueueMail } from './queue-mail.js';
import { signatureText, type Placeholders } from './signature.js';
import { mailSubject } from './subject.js';

interface MailedTicket {
  readonly number: string;
  readonly queueID: number;
}

/** An article with what its request does not say. */
interface Headed {
  readonly article: CompleteArticle;
  readonly headers: ArticleHeaders;
}

/** Turns an article that is sent into a mail: with the subject of its ticket, and the sender and signature of its queue. */
export async function writeMail(given: Headed, ticket: MailedTicket, sources: WriteSources): Promise<Headed> {
  const { checked, ...rest } = given.article;
  if (!checked.isSent) return given;
  const { input } = checked;
  const queue = await loadQueueMail(ticket.queueID, sources.context.database);
  const from = isFalsy(input.From) ? queue.from : toText(input.From);
  const headers = { from, to: toText(input.To), cc: toText(input.Cc), bcc: toText(input.Bcc) };
  const mail = await addressMail(headers, { queue, isPlain: isPlainMail(input) }, sources);
  const signature = await makeSignature(given.article, queue, sources);
  const Subject = mailSubject(toText(input.Subject), ticket.number, sources.settings);
  const signed = { ...checked, input: { ...input, Subject, Body: toText(input.Body) + signature } };
  const content = signature === '' ? rest.content : await prepareContent(signed, sources);
  return { article: { ...rest, checked: signed, content, mail }, headers };
}

/** Length of `mail_queue.sender`. */
const SENDER_LENGTH = 200;

const SECURITY = ['EmailSecurity', 'Sign', 'Crypt'];

/** Why a mail cannot be sent; undefined if it can. */
async function findProblem(
  { sender, recipients, isPlain }: Pick<Mail, 'sender' | 'recipients'> & { readonly isPlain: boolean },
  settings: Settings,
): Promise<string | undefined> {
  if (!isPlain) return 'Article->To must be a text, and EmailSecurity, Sign and Crypt are not supported.';
  const isUsable = sender !== '' && sender.length <= SENDER_LENGTH;
  if (!isUsable || !(await areSendable([sender], settings))) {
    return `Article->From or the e-mail address of the queue, "${sender}", cannot be the sender of a mail. Correct the address.`;
  }
  if (!recipients.includes('') && (await areSendable(recipients, settings))) return undefined;
  return 'Article->Cc or Article->Bcc is not a line of e-mail addresses.';
}

/** Whether a mail has one line of recipients, and is neither to be signed nor encrypted, which is not possible here. */
function isPlainMail(input: Data): boolean {
  return isText(input.To) && SECURITY.every((name) => isFalsy(input[name]));
}

/** @throws OperationFault if Znuny cannot store the article, or its sending fails */
async function addressMail(
  { from, to, cc, bcc }: ArticleHeaders,
  { queue, isPlain }: { readonly queue: QueueMail; readonly isPlain: boolean },
  { settings, now, operation, rules }: WriteSources,
): Promise<Mail> {
  const recipients = [to, cc, bcc].flatMap(parseAddresses);
  requireAtMost(
    'Addresses',
    { what: 'Article with To, Cc and Bcc', count: recipients.length },
    { operation, settings },
  );
  const sender = from === queue.from ? queue.address : (parseAddresses(from)[0] ?? '');
  const problem = await findProblem({ sender, recipients, isPlain }, settings);
  if (problem !== undefined && rules.isStrict) throw invalid(operation, problem);
  if (problem !== undefined) {
    throw new OperationFault('Article could not be created, please contact the system administrator', problem);
  }
  const messageID = `<${now.getTime() / 1000}.${randomInt(1e9)}@${settings.text('FQDN')}>`;
  const name = from === queue.from ? queue.realName : undefined;
  return { messageID, sender, name, recipients, organization: settings.text('Organization'), date: now };
}

async function makeSignature(
  { checked: { input, contentType } }: CompleteArticle,
  { signature }: QueueMail,
  sources: WriteSources,
): Promise<string> {
  if (signature.text === '' || isFalsy(input.AppendSignatureToBody ?? 1)) return '';
  const { settings } = sources;
  return signatureText(signature, listWriterNames(sources), {
    isHTML: /^text\/html/i.test(contentType),
    width: settings.number('Ticket::Frontend::TextAreaNote'),
    seconds: readMost('HtmlSeconds', settings),
  });
}

/** What signatures say of the agent who writes. */
function listWriterNames({ caller, directory }: WriteSources): Placeholders {
  const agent = directory.agentByID(caller.userID);
  if (agent === undefined) return new Map();
  const { id, login, firstName, lastName, fullName, email } = agent;
  const names = {
    UserID: String(id),
    UserLogin: login,
    UserFirstname: firstName,
    UserLastname: lastName,
    UserFullname: fullName,
    UserEmail: email,
  };
  return new Map(
    ['Agent', 'CURRENT'].flatMap((start) =>
      Object.entries(names).map(([name, value]) => [`${start}_${name}`.toLowerCase(), value] as const),
    ),
  );
}
