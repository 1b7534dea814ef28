import { useLayoutEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';

/** Keys of the screen that is shown, and what they do. */
export interface Shortcut {
  /** For example `g l`, `Ctrl+K`, `?`. */
  readonly keys: string;
  readonly text: string;
  readonly run: () => void;
}

export const shortcuts = signal<readonly Shortcut[]>([]);

let pending = '';
let clearing: ReturnType<typeof setTimeout> | undefined;

/**
 * Keys do something as long as the component is there; the list is made again when one of `on` changes. A layout effect runs with the render,
 * so a key acts on what the one before it changed.
 */
export function useShortcuts(list: () => readonly Shortcut[], on: readonly unknown[]): void {
  useLayoutEffect(() => {
    const added = list();
    shortcuts.value = [...shortcuts.value, ...added];
    return () => {
      shortcuts.value = shortcuts.value.filter((each) => !added.includes(each));
    };
  }, on);
}

/** A shortcut that calls the `run` of the latest render. */
export function useShortcut(keys: string, text: string, run: () => unknown): void {
  const latest = useRef(run);
  latest.current = run;
  useShortcuts(() => [{ keys, text, run: () => void latest.current() }], [keys, text]);
}

export function handleShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    const name = spellKeys(event);
    const isPlain = !/^(?:Ctrl|Alt)\+/.test(name);
    if (isPlain && (isControl(event.target) || document.querySelector('dialog[open]') !== null)) return;
    const wanted = `${pending} ${name}`.trim();
    const found = shortcuts.value.findLast(({ keys }) => keys === wanted || keys === name);
    keepPending(found === undefined && isPlain ? name : '');
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  });
}

function keepPending(keys: string): void {
  pending = keys;
  clearTimeout(clearing);
  clearing = setTimeout(() => (pending = ''), 1000);
}

function spellKeys({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const name = key.length === 1 && (ctrlKey || metaKey) ? key.toUpperCase() : key;
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${name}`;
}

/** Whether keys belong to what has the focus: somebody types in it, or is about to use it. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, button, summary'))
  );
}
