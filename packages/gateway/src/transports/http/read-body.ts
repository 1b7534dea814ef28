import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import type { Failure } from '../../failure.js';
import type { ByteReservation } from '../../byte-limit.js';
import type { BodyPace } from './reading-limits.js';
import {
  BodiesInFlight,
  BodyNotReadable,
  BodyTooSlow,
  MalformedBody,
  PayloadTooLarge,
  UnsupportedEncoding,
} from './refusals.js';

/** The debug log's name for the content of a request. */
export const RECEIVED = 'Received data by provider from remote system';

interface BodyRules {
  /** Bytes, before and after decompression. */
  readonly limit: number;
  readonly reservation: ByteReservation;
  readonly pace: BodyPace;
  readonly isZipped: boolean;
  /** Whether `isZipped` may be wrong, so that the first bytes decide: the family ignores the header. */
  readonly mayLie?: boolean;
  /** Called with each decompressed chunk. An error ends the reading; while a promise is pending, nothing more is read. */
  readonly onChunk: (part: Buffer) => Promise<void> | undefined;
}

const NOT_GZIP = 'The body is not gzip, although its Content-Encoding says so, or it ends too early.';

const EMPTY = Buffer.alloc(0);
/** Milliseconds between two checks of the pace. */
const PACE_MILLISECONDS = 1000;

/**
 * Reads a body to its end. If it is refused, the part already read is released at once.
 *
 * @throws Failure `Gateway.PayloadTooLarge`, `Gateway.BodiesInFlight`, `Gateway.BodyTooSlow`, `Gateway.BodyNotReadable`,
 * `Gateway.MalformedBody`, and the errors of `onChunk`
 */
export function readBody(request: IncomingMessage, rules: BodyRules): Promise<Buffer> {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    return Promise.resolve(EMPTY);
  }
  const announced = Number(headers['content-length'] ?? 0);
  const refused = findBodyRefusal(announced, rules);
  if (refused === undefined) return new BodyReader(request, announced, rules).body;
  request.resume();
  return Promise.reject(refused);
}

function findBodyRefusal(announced: number, { limit, reservation }: BodyRules): Failure | undefined {
  if (announced > limit) return new PayloadTooLarge({ limit });
  return reservation.canReserve(announced) ? undefined : new BodiesInFlight();
}

class BodyReader {
  readonly #rules: BodyRules;
  readonly #began = performance.now();
  readonly #socket: Socket;
  readonly body: Promise<Buffer>;
  readonly #announced: number;
  /** The decompressed bytes so far, with room for more; undefined once reading has ended. */
  #collected: Buffer | undefined = EMPTY;
  #length = 0;
  /** Bytes that the client has sent. */
  #arrived = 0;
  #unzipped: Unzipped | undefined;
  /** The request, or the stream that decompresses it. */
  #source: Readable;
  #timer: NodeJS.Timeout | undefined;
  /** The pending promise of `onChunk`. */
  #work: Promise<void> | undefined;
  #settle: { resolve(body: Buffer): void; reject(reason: unknown): void } | undefined;

  constructor(request: IncomingMessage, announced: number, rules: BodyRules) {
    this.#rules = rules;
    this.#announced = rules.isZipped ? 0 : announced;
    this.#source = request;
    this.#socket = request.socket;
    this.body = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    request.on('data', this.#count);
    request.once('error', this.#break);
    if (rules.isZipped && rules.mayLie === true) {
      request.once('data', (first: Buffer) => this.#listen(request, first[0] === 0x1f && first[1] === 0x8b, first));
      request.once('end', () => {
        if (this.#arrived === 0) this.#finish();
      });
    } else this.#listen(request, rules.isZipped);
    // Most bodies arrive together with the headers: after this turn they have been read, and need neither timer nor listener.
    setImmediate(() => {
      if (this.#collected === undefined) return;
      if (this.#socket.destroyed) this.#break();
      else this.#socket.once('close', this.#break);
      if (!request.complete) this.#watch(rules.pace.patience * 1000);
    });
  }

  /** @param first bytes that have already arrived */
  #listen(request: IncomingMessage, isZipped: boolean, first?: Buffer): void {
    this.#unzipped = isZipped ? unzip(request, this.#breakZipped, first) : undefined;
    this.#source = this.#unzipped?.body ?? request;
    this.#source.on('data', this.#add);
    this.#source.once('end', this.#finish);
    if (first !== undefined && !isZipped) this.#add(first);
  }

  /** Counts compressed bytes as well, since they may decompress to nothing. */
  readonly #count = (part: Buffer): void => {
    this.#arrived += part.length;
    if (this.#arrived > this.#rules.limit) this.#refuse(new PayloadTooLarge(this.#rules));
  };

  readonly #add = (part: Buffer): void => {
    const { limit, reservation, onChunk } = this.#rules;
    if (this.#collected === undefined) return;
    try {
      if (this.#length + part.length > limit) throw new PayloadTooLarge({ limit });
      if (!reservation.reserve(part.length)) throw new BodiesInFlight();
      const work = onChunk(part);
      this.#keep(part, this.#collected);
      if (work !== undefined) this.#waitFor(work);
    } catch (reason) {
      this.#refuse(reason);
    }
  };

  /**
   * Keeps one buffer that grows by doubling: small parts would each need more memory than their bytes. The announced length is not allocated at
   * once, because a thousand clients may announce 100 MB each and send nothing.
   */
  #keep(part: Buffer, collected: Buffer): void {
    const filled = this.#length;
    this.#length += part.length;
    this.#collected = filled === 0 ? part : this.#makeRoom(collected, filled);
    if (filled > 0) part.copy(this.#collected, filled);
  }

  #makeRoom(collected: Buffer, filled: number): Buffer {
    if (this.#length <= collected.length) return collected;
    const double = Math.max(this.#length, 2 * filled);
    const larger = Buffer.allocUnsafeSlow(this.#announced > this.#length ? Math.min(double, this.#announced) : double);
    collected.copy(larger, 0, 0, filled);
    return larger;
  }

  #waitFor(work: Promise<void>): void {
    this.#source.pause();
    this.#work = work.catch(this.#refuse).then(() => {
      this.#work = undefined;
      this.#source.resume();
    });
  }

  readonly #finish = (): void => {
    // A stream that was read to its end says so even while it is paused.
    if (this.#work !== undefined) {
      void this.#work.then(this.#finish);
      return;
    }
    const body = this.#collected?.subarray(0, this.#length);
    this.#end();
    if (body !== undefined) this.#settle?.resolve(body);
  };

  #end(): void {
    clearTimeout(this.#timer);
    this.#socket.off('close', this.#break);
    this.#collected = undefined;
  }

  readonly #break = (): void => this.#refuse(new BodyNotReadable());

  readonly #breakZipped = (): void => this.#refuse(new MalformedBody(NOT_GZIP));

  /** The rest of the request is read and discarded, so that the client can read the answer. */
  readonly #refuse = (reason: unknown): void => {
    if (this.#collected === undefined) return;
    this.#end();
    this.#unzipped?.stop();
    this.#settle?.reject(reason);
  };

  #watch(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const { bytesPerSecond } = this.#rules.pace;
      const seconds = (performance.now() - this.#began) / 1000;
      if (this.#arrived < seconds * bytesPerSecond) this.#refuse(new BodyTooSlow({ bytesPerSecond }));
      else this.#watch(PACE_MILLISECONDS);
    }, milliseconds);
  }
}

interface Unzipped {
  readonly body: Readable;
  /** Stops decompressing; the rest of the request is read and discarded. */
  stop(): void;
}

/**
 * Decompresses a body while it arrives, with backpressure.
 *
 * @param onBroken called if the bytes are not valid gzip
 * @param first bytes that have already arrived
 */
function unzip(request: IncomingMessage, onBroken: () => void, first?: Buffer): Unzipped {
  const body = createGunzip();
  body.once('error', onBroken);
  if (first !== undefined) body.write(first);
  request.pipe(body);
  return {
    body,
    stop() {
      request.unpipe(body);
      body.destroy();
      request.resume();
    },
  };
}

const GZIP = /^(?:x-)?gzip$/i;
const PLAIN = /^(?:identity)?$/i;

/** How a body is encoded, according to `Content-Encoding` and the charset of `Content-Type`. */
export interface BodyCoding {
  readonly isZipped: boolean;
  /** Undefined for UTF-8. */
  readonly charset: string | undefined;
}

/** @throws Failure `Gateway.UnsupportedEncoding` for unknown codings, unless they are ignored as in the family */
export function readBodyCoding({ headers }: IncomingMessage, refusesUnknown: boolean): BodyCoding {
  const coding = headers['content-encoding'] ?? '';
  const isZipped = GZIP.test(coding);
  if (refusesUnknown && !isZipped && !PLAIN.test(coding)) throw new UnsupportedEncoding({ coding });
  return { isZipped, charset: readCharset(headers['content-type']) };
}

const CHARSET = /charset=["']?([^"';,\s]+)["']?\s*$/i;
/** Characters at the end of a Content-Type that are parsed. */
const CHARSET_LENGTH = 100;

/** The last charset in Content-Type; undefined for UTF-8. */
export function readCharset(contentType: string | undefined): string | undefined {
  const charset = CHARSET.exec(contentType?.slice(-CHARSET_LENGTH) ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}
