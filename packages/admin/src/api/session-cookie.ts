import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { createHmac, timingSafeEqual } from 'node:crypto';

import type { AdminClient } from './admin-route.js';
import { CsrfTokenWrong } from './api-errors.js';

/** Where a cookie goes: to this server alone, below the path of its proxy, and over HTTPS if it came over HTTPS. */
type Receiver = Pick<AdminClient, 'isSecure' | 'prefix'>;

export const SESSION_COOKIE = 'ticketgate_admin';

/**
 * The `Set-Cookie` header of a session cookie: for same-site requests only, hidden from scripts, and gone when the browser closes.
 *
 * @param sessionID undefined ends it
 */
export function sessionCookie(sessionID: string | undefined, { isSecure: secure, prefix }: Receiver): string {
  const place = { name: SESSION_COOKIE, path: `${prefix}/admin`, httpOnly: true, sameSite: 'strict', secure } as const;
  return stringifySetCookie(
    sessionID === undefined ? { ...place, value: '', maxAge: 0 } : { ...place, value: sessionID },
  );
}

const SIGN_IN_COOKIE = 'ticketgate_sign_in';

/** The `Set-Cookie` header of a sign-in under way: it comes back after a visit at another site, and to its own routes alone. */
export function signInCookie(sealed: string, { isSecure, prefix }: Receiver, minutes: number): string {
  return stringifySetCookie({
    name: SIGN_IN_COOKIE,
    value: sealed,
    path: `${prefix}/admin/api/sign-in`,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: minutes * 60,
  });
}

export function readSignInCookie(header = ''): string | undefined {
  return parseCookie(header)[SIGN_IN_COOKIE];
}

/** The session in a `Cookie` header. */
export function readSessionCookie(header = ''): string | undefined {
  return parseCookie(header)[SESSION_COOKIE];
}

/** Whether a browser brings a session, which may have ended. */
export function hasSession({ headers }: IncomingMessage): boolean {
  return readSessionCookie(headers.cookie) !== undefined;
}

/** The CSRF token of a session: an HMAC, so that every replica computes the same one. */
export function toCsrfToken(sessionID: string): string {
  return createHmac('sha256', sessionID).update('csrf token of the administration').digest('base64url');
}

/** @throws OperationError `Admin.CsrfTokenWrong` */
export function requireCsrfToken(sessionID: string, token: string | undefined): void {
  const [wanted, sent] = [toCsrfToken(sessionID), token ?? ''].map((text) => Buffer.from(text));
  const isRight = wanted?.length === sent?.length && wanted !== undefined && timingSafeEqual(wanted, sent ?? wanted);
  if (!isRight) throw new CsrfTokenWrong();
}
