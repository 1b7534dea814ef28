/** A database's URL without its password, and without parameters, which may hold one too. */
export function describeURL(text: string): string {
  const { protocol, username, host, pathname } = new URL(text);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
