/** Kinds of bytes; letters and digits count from 1. */
const GAP = 0;
const BACKSLASH = 37;
/** May begin a letter that is written in another way. */
const SIGN = 38;
/** Numbers of a state, by the kind of the next byte. */
const WIDTH = 37;
const START = 0;
/** The state behind a name, which is never left. */
const FOUND = WIDTH;
/** In place of a state: there are too many that it could be. */
const UNSURE = -1;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** `%70`, `&#112;`, and in UTF-8 the other forms of s and k, full-width letters, and those of mathematics. */
const FORMS: ReadonlyMap<number, RegExp> = new Map([
  [0x25, /^[2-7][0-9a-f]/i],
  [0x26, /^#/],
  [0xc5, /^\xbf/],
  [0xe2, /^\x84\xaa/],
  [0xef, /^[\xbc\xbd]/],
  [0xf0, /^\x9d/],
]);
/** Bytes behind the first one that tell them. */
const FORM_LENGTH = 2;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (FORMS.has(byte)) return SIGN;
  const character = String.fromCharCode(byte).toLowerCase();
  return character === '\\' ? BACKSLASH : LETTERS.indexOf(character) + 1;
});
/** The kinds of those letters that JSON writes behind a backslash for characters that are not letters. */
const CONTROLS = KINDS.map((kind, byte) => (/[bfnrt]/i.test(String.fromCharCode(byte)) ? kind : GAP));

/** Most texts fit; it is used by one scan at a time. */
const scratch = Buffer.allocUnsafe(65_536);
/** Bytes of a UTF-16 unit at most. */
const LONGEST_UNIT = 3;

/**
 * Looks for names in a text, whatever but letters and digits stands between their letters: in one pass, by an automaton as Aho and Corasick
 * make it. A regular expression would read again and again what stands between two letters, for example a hundred thousand tabs in JSON.
 */
export class NameScan {
  /** A state is where its numbers begin; it stands for the longest beginning of a name that was just read. */
  readonly #next: Int32Array;

  /** @param names of Latin letters in lower case and digits */
  constructor(names: readonly string[]) {
    this.#next = transitionsOf(names);
  }

  /** False only if a text has none of the names, and nothing that may be a letter in another form. */
  mayOccurIn(text: string): boolean {
    const isShort = text.length * LONGEST_UNIT <= scratch.length;
    return this.#mayOccurIn(isShort ? scratch.subarray(0, scratch.write(text)) : Buffer.from(text));
  }

  #mayOccurIn(bytes: Uint8Array): boolean {
    const next = this.#next;
    let state = START;
    // The state if the letters of escapes such as `\n` are letters of a name. START stands for none: it adds nothing to the first one.
    let other = START;
    for (let at = 0; at < bytes.length; at += 1) {
      const kind = kindAt(bytes, at);
      if (kind < BACKSLASH) {
        state = step(next, state, kind);
        if (other !== START) other = step(next, other, kind);
        continue;
      }
      const control = controlAt(bytes, at);
      if (control !== GAP) {
        other = branch(next, [state, other], control);
        at += 1;
      } else if (isOtherForm(bytes, at)) return true;
      if (other === UNSURE) return true;
    }
    return state === FOUND || other === FOUND;
  }
}

function step(next: Int32Array, state: number, kind: number): number {
  return next[state + kind] ?? START;
}

/** Where either state leads if the letter of an escape is one of a name, or the other state again if that is a gap. */
function branch(next: Int32Array, [state, other]: readonly [number, number], control: number): number {
  const led = step(next, state, control);
  if (other === START) return led;
  const otherLed = step(next, other, control);
  const only = Math.max(other, led, otherLed);
  const isOnly = (each: number) => each === START || each === only;
  return isOnly(other) && isOnly(led) && isOnly(otherLed) ? only : UNSURE;
}

function kindAt(bytes: Uint8Array, at: number): number {
  return KINDS[bytes[at] ?? 0] ?? GAP;
}

/** GAP unless there is a backslash before such a letter. */
function controlAt(bytes: Uint8Array, at: number): number {
  return kindAt(bytes, at) === BACKSLASH ? (CONTROLS[bytes[at + 1] ?? 0] ?? GAP) : GAP;
}

const LOWER_U = 0x75;
const LOWER_X = 0x78;
const ZERO = 0x30;
/** Of a letter in ASCII: makes it lower case. */
const LOWER = 0x20;

/** Whether a letter may be written here in another form: also `\u0070` and `\x70`. */
function isOtherForm(bytes: Uint8Array, at: number): boolean {
  const form = FORMS.get(bytes[at] ?? 0);
  if (form !== undefined) return form.test(String.fromCharCode(...bytes.subarray(at + 1, at + 1 + FORM_LENGTH)));
  const letter = (bytes[at + 1] ?? 0) | LOWER;
  return letter === LOWER_X || (letter === LOWER_U && bytes[at + 2] === ZERO && bytes[at + 3] === ZERO);
}

interface Node {
  readonly children: Map<number, Node>;
  readonly state: number;
}

/** The second state is {@link FOUND}. */
function transitionsOf(names: readonly string[]): Int32Array {
  let count = 0;
  const makeNode = (): Node => ({ children: new Map(), state: WIDTH * count++ });
  const [root, found] = [makeNode(), makeNode()];
  for (const name of names) {
    let node = root;
    for (const [index, character] of Array.from(name).entries()) {
      const kind = LETTERS.indexOf(character) + 1;
      const isLast = index === name.length - 1;
      const child = isLast ? found : (node.children.get(kind) ?? makeNode());
      if (node.children.get(kind) !== found) node.children.set(kind, child);
      node = child;
    }
  }
  return fill(new Int32Array(WIDTH * count), root);
}

/** From the root on: where a node has no child, a letter leads where it leads from the longest other beginning. */
function fill(next: Int32Array, root: Node): Int32Array {
  next.fill(FOUND, FOUND, FOUND + WIDTH);
  const waiting: { readonly node: Node; readonly fallback: number }[] = [{ node: root, fallback: START }];
  for (const { node, fallback } of waiting) {
    const isRoot = node === root;
    // Where it has no number yet, the root leads to itself.
    next.set(isRoot ? [] : next.subarray(fallback, fallback + WIDTH), node.state);
    next[node.state] = node.state;
    for (const [kind, child] of node.children) {
      const deeper = isRoot ? START : (next[fallback + kind] ?? START);
      if (deeper === FOUND) continue;
      next[node.state + kind] = child.state;
      if (child.state !== FOUND) waiting.push({ node: child, fallback: deeper });
    }
  }
  return next;
}
