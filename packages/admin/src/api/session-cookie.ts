const NAME = 'ticketgate_admin';

/** For pages of this server only, and not for their scripts. It ends with the browser. */
export function sessionCookie(sessionID: string, isSecure: boolean): string {
  return `${NAME}=${sessionID}; Path=/admin; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

export function endedSessionCookie(isSecure: boolean): string {
  return `${sessionCookie('', isSecure)}; Max-Age=0`;
}

/** The session in a `Cookie` header. */
export function readSessionCookie(header: string | undefined): string | undefined {
  const entry = header?.split(/;\s*/).find((part) => part.startsWith(`${NAME}=`));
  return entry?.slice(NAME.length + 1);
}
