const FLAWLESS = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether a text is Base64, in lines or not, padded or not. */
export function isBase64(text: string): boolean {
  const joined = FLAWLESS.test(text) ? text : text.replaceAll(/\s+/g, '');
  if (!FLAWLESS.test(joined)) return false;
  const end = joined.indexOf('=', -2 + joined.length);
  return (end === -1 ? joined.length : end) % 4 !== 1;
}
