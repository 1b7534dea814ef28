import { useEffect, useRef, useState } from 'preact/hooks';

import { navigate } from '../../app/location.js';
import { attempt } from '../../app/toasts.js';

export interface DroppedFile {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly text: string;
}

let waiting: DroppedFile | undefined;

/** The file that was dropped before the screen of imports opened; once. */
export function takeDropped(): DroppedFile | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}

export async function readDropped(file: File): Promise<DroppedFile> {
  return { name: file.name.replace(/\.ya?ml$/i, ''), text: await file.text() };
}

/** Takes a file that is dropped anywhere on the page; a folder cannot be read, and is refused. True while one is above the page. */
export function useDrop(onFile: (file: File) => Promise<unknown>): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const abort = new AbortController();
    const on = (name: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void) =>
      document.addEventListener(name, run, { signal: abort.signal });
    on('dragover', (event) => {
      event.preventDefault();
      setOver(true);
    });
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void attempt(() => latest.current(file));
    });
    return () => abort.abort();
  }, []);
  return isOver;
}

/** Opens a definition at the screen of imports. */
export async function takeFile(file: File): Promise<void> {
  waiting = await readDropped(file);
  navigate('/services/import');
}
