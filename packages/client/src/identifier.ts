/** A name that both languages take, made of one that a definition has. */
export function identifier(name: string): string {
  const plain = name.replace(/\W+/g, '_');
  return /^[A-Za-z]/.test(plain) ? plain : `Operation_${plain}`;
}
