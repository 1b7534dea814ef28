/** A request to another system. */
export interface FetchOptions {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Time limit, at most `limits.fetchSeconds` of the configuration. */
  readonly seconds?: number;
  readonly signal?: AbortSignal;
}
