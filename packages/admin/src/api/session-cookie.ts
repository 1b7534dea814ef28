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
