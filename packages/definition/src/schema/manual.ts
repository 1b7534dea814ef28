/** The keyword `manual` of the definition schema: what `docs/web-services.md` says about a key. Texts are Markdown. */
export interface Manual {
  readonly effect: string;
  /** The default without the key. */
  readonly default: string;
  /** The value, or an entry where the key is a name of your choice. */
  readonly example: unknown;
}
