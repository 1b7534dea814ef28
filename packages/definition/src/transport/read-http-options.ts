import { isTrue, toText } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { member, nonEmptyMap, textRecord } from '../yaml/read-record.js';

/** The keys that transports over HTTP have in common. */
export function readHttp(config: unknown) {
  const keepAlive = member(config, 'KeepAlive');
  return {
    /** Whether KeepAlive is set, but not on. */
    closesConnections: keepAlive !== undefined && keepAlive !== null && !isTrue(keepAlive),
    maxLength: readMaxLength(member(config, 'MaxLength')),
    additionalHeaders: textRecord(member(config, 'AdditionalHeaders')),
    /** Ignored while there are additional headers (`docs/compatibility.md`). */
    outboundHeaders: readOutboundHeaders(member(config, 'OutboundHeaders'), textRecord),
  };
}

/** The headers that a definition adds to answers. */
export type AddedHeaders = Unchanged<Omit<ReturnType<typeof readHttp>, 'maxLength'>>;

/** Headers of all operations or invokers, and of single ones. */
export function readOutboundHeaders<Headers>(headers: unknown, read: (own: unknown) => Headers) {
  const specific = Object.entries(nonEmptyMap(member(headers, 'Specific')) ?? {});
  return {
    common: read(member(headers, 'Common')),
    specific: Object.fromEntries(specific.map(([name, own]) => [name, read(own)])),
  };
}

/** Bytes; anything but an integer literal sets no limit. */
export function readMaxLength(value: unknown): number | undefined {
  const text = toText(value);
  return /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : undefined;
}
