import { EventRefused, MASK } from '@ticketgate/sdk';

import type { MailServer } from './mail-server.js';

/** A mail with its envelope. */
export interface OutgoingMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly message: Buffer;
}

/** Why a server did not take a mail, or a recipient. */
interface Refusal {
  readonly message: string;
  readonly code?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly recipient?: string | undefined;
  readonly rejectedErrors?: readonly Refusal[] | undefined;
}

/** The recipients that a server did not take, and why. */
export interface Unsent {
  readonly recipients: readonly string[];
  readonly error: Error;
}

/**
 * Sends a mail over SMTP.
 *
 * @returns undefined if the server took it for all recipients
 * @throws EventRefused if the server refuses it for good, Error if it may take it later
 */
export async function sendMail(
  server: MailServer,
  { sender, recipients, message }: OutgoingMail,
  signal: AbortSignal,
): Promise<Unsent | undefined> {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer');
  const mail = { envelope: { from: sender, to: [...recipients] }, raw: message, signal };
  try {
    const { rejected, rejectedErrors = [] } = await createTransport(server).sendMail(mail);
    if (rejected.length === 0) return undefined;
    return { recipients: rejected.map(String), error: describeRefusal(server, { message: '', rejectedErrors }) };
  } catch (error) {
    throw describeRefusal(server, error as Refusal); // nodemailer rejects with errors of this form
  }
}

/** Problems of the envelope or the content, not of the connection or the login. */
const OF_MAIL: ReadonlySet<string | undefined> = new Set(['EENVELOPE', 'EMESSAGE']);

function describeRefusal(server: MailServer, refusal: Refusal): Error {
  const { rejectedErrors = [] } = refusal;
  const refusals = rejectedErrors.length === 0 ? [refusal] : rejectedErrors;
  const reasons = refusals.map(({ recipient, response, message }) =>
    [recipient, response ?? message].filter((part) => part !== undefined).join(': '),
  );
  const sentence = `The mail server ${server.host}:${server.port} did not take a mail: ${reasons.join('; ')}`;
  const masked = listSecrets(server).reduce((text, secret) => text.replaceAll(secret, MASK), sentence);
  return refusals.every(isLasting) ? new EventRefused(masked) : new Error(masked);
}

/** What the login sends, which an answer may repeat. */
function listSecrets({ auth }: MailServer): readonly string[] {
  if (auth === undefined || auth.pass === '') return [];
  const { user, pass } = auth;
  return [pass, ...[pass, `\0${user}\0${pass}`].map((secret) => Buffer.from(secret).toString('base64'))];
}

/** Codes 530 to 538 ask for a login or for encryption, which administrators can correct. */
function isLasting({ code, responseCode = 500 }: Refusal): boolean {
  return OF_MAIL.has(code) && responseCode >= 500 && !(responseCode >= 530 && responseCode <= 538);
}
