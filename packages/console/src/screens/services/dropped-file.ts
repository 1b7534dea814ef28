import { useEffect, useState } from 'preact/hooks';

import { navigate } from '../../app/location.js';

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

export async function readDefinitionFile(file: File): Promise<DroppedFile> {
  return { name: file.name.replace(/\.ya?ml$/i, ''), text: await file.text() };
}

/** Takes a file that is dropped anywhere on the page to the screen of imports. True while one is above the page. */
export function useDrop(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      void readDefinitionFile(file).then((dropped) => {
        waiting = dropped;
        navigate('/services/import');
      });
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
