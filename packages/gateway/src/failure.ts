/** How a compatible service answers a failure: byte for byte as recorded (`docs/compatibility.md`). */
export interface CompatibleAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

export interface FailureParts {
  /** Listed in `docs/errors.md`. */
  readonly code: string;
  readonly message: string;
  /** For services with `ErrorStatus: http`. */
  readonly status: number;
  readonly compatible: CompatibleAnswer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

export const PLAIN = 'text/plain; charset=UTF-8';

/** A request that ends before its operation has answered. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly status: number;
  readonly compatible: CompatibleAnswer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(parts: FailureParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = parts.code;
    this.status = parts.status;
    this.compatible = parts.compatible;
    this.headers = parts.headers ?? {};
  }
}

/** A failure of the transport: compatible services answer its message as plain text with HTTP 500. */
export function transportFailure(code: string, message: string, status: number): Failure {
  return new Failure({ code, message, status, compatible: { status: 500, contentType: PLAIN, body: message } });
}

/** A failure behind the transport: compatible services answer a fault, which is JSON sent as plain text. */
export function fault(code: string, message: string, cause?: unknown): Failure {
  const body = JSON.stringify({ faultcode: 'Server', faultstring: message });
  return new Failure({ code, message, status: 500, compatible: { status: 500, contentType: PLAIN, body }, cause });
}

/** What nobody expected. The caller learns the request id only; the log has the rest. */
export function internalFailure(requestID: string, cause: unknown): Failure {
  return new Failure({
    code: 'Gateway.InternalError',
    message: `Something went wrong here. Give this request id to the administrator: ${requestID}`,
    status: 500,
    compatible: { status: 500, contentType: 'text/plain', body: 'Internal Server Error' },
    cause,
  });
}
