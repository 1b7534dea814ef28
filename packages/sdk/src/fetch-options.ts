/** A request to another system. */
export interface FetchOptions {
  /** GET without one. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Fewer than `limits.fetchSeconds` of the configuration. */
  readonly seconds?: number;
  readonly signal?: AbortSignal;
}
