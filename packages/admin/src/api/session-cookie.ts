import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import { createHmac, timingSafeEqual } from 'node:crypto';

import { CsrfTokenWrong } from './api-errors.js';

export const SESSION_COOKIE = 'ticketgate_admin';

/** The `Set-Cookie` header of a session cookie: for same-site requests only, hidden from scripts, and gone when the browser closes. */
export function sessionCookie(sessionID: string, isSecure: boolean): string {
  return stringifySetCookie(cookieOf(sessionID, isSecure));
}

export function endedSessionCookie(isSecure: boolean): string {
  return stringifySetCookie({ ...cookieOf('', isSecure), maxAge: 0 });
}

function cookieOf(value: string, secure: boolean): SetCookie {
  return { name: SESSION_COOKIE, value, path: '/admin', httpOnly: true, sameSite: 'strict', secure };
}

const SIGN_IN_COOKIE = 'ticketgate_sign_in';

/** The `Set-Cookie` header of a sign-in under way: it comes back after a visit at another site, and to its own routes alone. */
export function signInCookie(sealed: string, isSecure: boolean, minutes: number): string {
  return stringifySetCookie({
    name: SIGN_IN_COOKIE,
    value: sealed,
    path: '/admin/api/sign-in',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: minutes * 60,
  });
}

export function endedSignInCookie(isSecure: boolean): string {
  return signInCookie('', isSecure, 0);
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
export function csrfTokenOf(sessionID: string): string {
  return createHmac('sha256', sessionID).update('csrf token of the administration').digest('base64url');
}

/** @throws OperationError `Admin.CsrfTokenWrong` */
export function requireCsrfToken(sessionID: string, token: string | undefined): void {
  const [wanted, sent] = [csrfTokenOf(sessionID), token ?? ''].map((text) => Buffer.from(text));
  const isRight = wanted?.length === sent?.length && wanted !== undefined && timingSafeEqual(wanted, sent ?? wanted);
  if (!isRight) throw new CsrfTokenWrong();
}
