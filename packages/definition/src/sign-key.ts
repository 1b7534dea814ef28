const PREFIX = /^whsec_/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Bytes that the Standard Webhooks specification allows. */
const [SHORTEST, LONGEST] = [24, 64];

export const SIGN_KEY_FORM = `Base64 of ${SHORTEST} to ${LONGEST} bytes, with or without whsec_ before it`;

/** The key in a secret for signatures (https://www.standardwebhooks.com); undefined for texts of another form. */
export function signKeyOf(secret: string): Buffer | undefined {
  const text = secret.replace(PREFIX, '');
  if (!BASE64.test(text) || text.length > 2 * LONGEST) return undefined;
  const key = Buffer.from(text, 'base64');
  const isWhole = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isWhole && key.length >= SHORTEST && key.length <= LONGEST ? key : undefined;
}
