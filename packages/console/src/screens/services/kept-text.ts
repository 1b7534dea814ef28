/** What somebody has typed and the server does not have yet, kept in the browser. */
export interface KeptText {
  readonly text: string;
  /** The version that it was made from. */
  readonly base: number;
}

function keyOf(name: string): string {
  return `text:${name}`;
}

export function keepText(name: string, kept: KeptText): void {
  localStorage.setItem(keyOf(name), JSON.stringify(kept));
}

export function forgetText(name: string): void {
  localStorage.removeItem(keyOf(name));
}

export function findText(name: string): KeptText | undefined {
  const found = localStorage.getItem(keyOf(name));
  return found === null ? undefined : (JSON.parse(found) as KeptText); // written above
}
