import type { StreamedAnswer } from '@ticketgate/sdk';

import type { Answer } from './answer.js';

/** Answers a stream as a download, so that a browser never shows it as a page of this host. */
export function answerStream(stream: StreamedAnswer): Answer {
  const { status = 200, headers, contentType, filename } = stream;
  return {
    status,
    contentType,
    body: '',
    stream,
    headers: {
      ...headers,
      'Content-Disposition': dispositionOf(filename),
      'Content-Security-Policy': 'sandbox',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** `Content-Disposition` (RFC 6266): an ASCII name, and the true name if that differs. */
function dispositionOf(filename: string | undefined): string {
  if (filename === undefined || filename === '') return 'attachment';
  // Without folders; half a surrogate pair cannot be encoded.
  const name = filename.replaceAll(/[/\\]/g, '_').replaceAll(/\p{Cs}/gu, '\ufffd');
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_');
  const simple = `attachment; filename="${plain}"`;
  return plain === name ? simple : `${simple}; filename*=UTF-8''${encodeName(name)}`;
}

/** Also encodes characters with a meaning in headers (RFC 8187), which `encodeURIComponent` leaves. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
