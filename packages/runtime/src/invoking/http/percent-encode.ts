/** Like `encodeURIComponent`, but encodes lone surrogates as U+FFFD instead of throwing. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
