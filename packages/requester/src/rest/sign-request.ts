import { createHmac } from 'node:crypto';

/** The secret, id and time of a signature. */
export interface Signing {
  /** `whsec_` and Base64, or any text. */
  readonly secret: string;
  /** The same at every attempt. */
  readonly id: string;
  readonly now: Date;
}

const PREFIX = 'whsec_';

/** The headers of the Standard Webhooks specification: https://www.standardwebhooks.com */
export function signatureHeaders(
  body: string | Buffer,
  { secret, id, now }: Signing,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
