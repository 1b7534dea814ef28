import { createHmac, timingSafeEqual } from 'node:crypto';

import { CsrfTokenWrong } from './api-errors.js';

/** Belongs to a session; nobody else can make it, since pages of others never see the cookie. Every replica makes the same. */
export function csrfTokenOf(sessionID: string): string {
  return createHmac('sha256', sessionID).update('csrf token of the administration').digest('base64url');
}

/** @throws OperationError `Admin.CsrfTokenWrong` */
export function requireCsrfToken(sessionID: string, token: string | undefined): void {
  const [wanted, sent] = [csrfTokenOf(sessionID), token ?? ''].map((text) => Buffer.from(text));
  const isRight = wanted?.length === sent?.length && wanted !== undefined && timingSafeEqual(wanted, sent ?? wanted);
  if (!isRight) throw new CsrfTokenWrong();
}
