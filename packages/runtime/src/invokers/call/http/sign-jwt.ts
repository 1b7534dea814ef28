import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { JwtToken } from '@ticketgate/definition';
import { explainError, type Data } from '@ticketgate/sdk';

import { performFailure } from '../call-failure.js';

export interface IssuedToken {
  readonly token: string;
  /** Seconds. */
  readonly lifetime: number;
}

/**
 * Signs a JWT (RFC 7519) with the claims of the definition.
 *
 * @throws CallFailure if the key or the certificate cannot be used
 */
export async function signJwt(definition: JwtToken, now: Date): Promise<IssuedToken> {
  const { algorithm, lifetime } = definition;
  const iat = Math.floor(now.getTime() / 1_000);
  const exp = iat + lifetime;
  try {
    // Imported with the first token, since few invokers need it.
    const { SignJWT } = await import('jose');
    const values = {
      ExpirationTimestamp: exp,
      ExpirationDateTimestamp: exp,
      ExpirationDateString: `${new Date(exp * 1_000).toISOString().slice(0, 19)} UTC`,
      CertSubject: await readSubject(definition.certificateFile),
    };
    const header = { typ: 'JWT', ...fillClaims(definition.header, values), alg: algorithm };
    const jwt = new SignJWT({ iat, exp, ...fillClaims(definition.payload, values) }).setProtectedHeader(header);
    return { token: await jwt.sign(await readKey(definition)), lifetime };
  } catch (cause) {
    throw performFailure(`The JWT cannot be signed: ${explainError(cause)}`, { cause });
  }
}

async function readKey({ algorithm, keyFile, keyPassword }: JwtToken): Promise<KeyObject | Uint8Array> {
  const content = await readFile(keyFile);
  if (algorithm.startsWith('HS')) return Buffer.from(content.toString('latin1').replace(/\r?\n$/, ''), 'latin1');
  return createPrivateKey({ key: content, ...(keyPassword !== '' && { passphrase: keyPassword }) });
}

async function readSubject(certificateFile: string): Promise<string | undefined> {
  if (certificateFile === '') return undefined;
  return new X509Certificate(await readFile(certificateFile)).subject.replaceAll('\n', ', ');
}

/** A placeholder of Znuny, for example `<OTRS_JWT_ExpirationDateTimestamp>`. */
const PLACEHOLDER = /<[A-Z]+_JWT_(\w+)>/g;
const TIMES: readonly string[] = ['exp', 'iat', 'nbf'];

/** Replaces placeholders in the texts of claims. Times are numbers (RFC 7519). */
function fillClaims(claims: Data, values: Readonly<Record<string, string | number | undefined>>): Data {
  const filled = Object.entries(claims).map(([name, claim]): [string, unknown] => {
    if (typeof claim !== 'string') return [name, claim];
    const text = claim.replace(PLACEHOLDER, (placeholder, key: string) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      if (value === undefined) throw new Error(`there is no value for ${placeholder}`);
      return String(value);
    });
    return [name, TIMES.includes(name) && /^\d+$/.test(text) ? Number(text) : text];
  });
  return Object.fromEntries(filled);
}
