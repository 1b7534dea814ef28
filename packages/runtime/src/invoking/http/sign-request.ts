import { createHmac } from 'node:crypto';

import { StreamedBody, type OutgoingBody } from '../streamed-texts.js';

interface Signing {
  readonly key: Buffer;
  /** The same for each attempt. */
  readonly id: string;
  readonly now: Date;
}

/** Signs a body according to the Standard Webhooks specification: https://www.standardwebhooks.com */
export async function signatureHeaders(
  body: OutgoingBody,
  { key, id, now }: Signing,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`);
  for await (const piece of body instanceof StreamedBody ? body : [body]) hmac.update(piece);
  const signature = hmac.digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
