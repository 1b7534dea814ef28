/** Limits of a body, counted while it arrives and before it is parsed. */
export interface JsonLimits {
  /** Values: objects, lists, texts, numbers and the like. */
  readonly nodes: number;
  /** Members of all objects together. */
  readonly keys: number;
  /** Bytes of a member's name, and of a number. */
  readonly keyLength: number;
  /** Nesting of objects and lists. */
  readonly depth: number;
}

/** Limits for reading requests that apply to all services. */
export interface ReadingLimits {
  /** Bytes of a body. */
  readonly bodyLength: number;
  readonly json: JsonLimits;
  readonly queryParameters: number;
  /** Characters of names and values that an inbound mapping compares with its patterns, counted for each pattern. */
  readonly mappingCharacters: number;
  /** The slowest pace at which a body may arrive. */
  readonly pace: BodyPace;
}

export interface BodyPace {
  readonly bytesPerSecond: number;
  /** Seconds before the pace is first checked. */
  readonly patience: number;
}
