import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import type { Path } from '../../components/schema.js';
import { useSettled } from '../../api/use-load.js';
import { editText, type Edit } from './change-text.js';
import { readDefinition } from './change-text.js';

interface Answer {
  readonly text: string;
  readonly read: ReturnType<typeof readDefinition>;
}

/** The values of a definition, updated a moment after the last key, and the functions by which a form changes them, several at once as one step. */
export function useDefinition(text: string, onText: (text: string) => void) {
  const [read, setRead] = useState(() => readDefinition(text));
  const shown = useRef(text);
  const latest = useRef({ text, onText });
  latest.current = { text, onText };
  const settled = useSettled(text, text);
  const worker = useRef<Worker>(undefined);
  useEffect(() => {
    const own = new Worker(new URL('./definition-worker.ts', import.meta.url), { type: 'module' });
    own.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.text === shown.current) setRead(data.read);
    };
    worker.current = own;
    return () => {
      own.terminate();
    };
  }, []);
  useEffect(() => {
    if (settled === shown.current) return;
    shown.current = settled;
    worker.current?.postMessage(settled);
  }, [settled]);
  const changeAll = useCallback((edits: readonly Edit[]) => {
    const { text: before, onText: tell } = latest.current;
    const next = editText(before, edits);
    // At once: what is typed next is in the same field.
    shown.current = next;
    setRead(readDefinition(next));
    tell(next);
  }, []);
  const change = useCallback((path: Path, value: unknown) => changeAll([[path, value]]), []);
  return { read, change, changeAll };
}
