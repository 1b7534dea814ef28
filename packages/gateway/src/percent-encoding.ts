/** Like `encodeURIComponent`, but encodes lone surrogates as U+FFFD instead of throwing. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

/** Also encodes characters that `encodeURIComponent` keeps, but which RFC 3986 reserves and RFC 8187 does not allow. */
export function encodeStrictly(text: string): string {
  return percentEncode(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Decodes `%41` and the like as UTF-8; invalid sequences stay unchanged. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    const bytes = Buffer.from(text, 'utf8').toString('latin1');
    const decoded = bytes.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    return Buffer.from(decoded, 'latin1').toString('utf8');
  }
}

/** Decodes `%C3%B6` and other characters beyond ASCII, but not ASCII, such as `%2F`. */
export function decodeBeyondASCII(text: string): string {
  return text.replaceAll(/(?:%[89A-F][0-9A-F])+/gi, percentDecode);
}
