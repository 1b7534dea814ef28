/** Decodes percent-encoding; invalid sequences stay as they are. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value of an Authorization header: in Latin-1 like the family if possible, otherwise in UTF-8. */
export function basic({ user, password }: { readonly user: string; readonly password: string }): string {
  const text = `${user}:${password}`;
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf8';
  return `Basic ${Buffer.from(text, encoding).toString('base64')}`;
}
