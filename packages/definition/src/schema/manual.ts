/** The keyword `manual` of the definition schema: what `docs/web-services.md` says about a key. Texts are Markdown. */
export interface Manual {
  readonly effect: string;
  /** The default without the key. */
  readonly default: string;
  /** The value, or an entry where the key is a name of your choice. */
  readonly example: unknown;
}

/** The keyword, for a schema: `{ ...text, ...manual('Its name.', 'required', 'Chat') }`. */
export function manual(effect: string, fallback: string, example: unknown) {
  return { manual: { effect, default: fallback, example } satisfies Manual } as const;
}
