/** Something that must not happen, with all that it takes to make it happen again. */
export interface Finding {
  readonly fault: string;
  /** A request, bytes for a socket, or the text of a definition. */
  readonly input: unknown;
  /** What the log of the server has about it. */
  readonly log?: string | undefined;
}
