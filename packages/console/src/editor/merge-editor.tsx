import { yaml } from '@codemirror/lang-yaml';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';

import { t } from '../app/language.js';
import { makeLook, onText } from './look.js';

interface MergeEditorProps {
  /** What is published now. */
  readonly theirs: string;
  /** The merged text. */
  readonly mine: string;
  readonly onChange: (text: string) => void;
}

/** Two texts side by side: each difference of theirs can be taken over into mine. */
export function MergeEditor({ theirs, mine, onChange }: MergeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const shared = [yaml(), EditorState.phrases.of({ '$ unchanged lines': t('$ unchanged lines') })];
    const view = new MergeView({
      parent: parent.current,
      a: { doc: theirs, extensions: [shared, makeLook(() => t('Theirs')), EditorView.editable.of(false)] },
      b: { doc: mine, extensions: [shared, makeLook(() => t('Yours')), onText(onChange)] },
      revertControls: 'a-to-b',
      renderRevertControl,
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    return () => view.destroy();
  }, []);
  return <div ref={parent} class="merge-editor" />;
}

function renderRevertControl(): HTMLElement {
  const title = t('Take theirs');
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button', title });
  button.setAttribute('aria-label', title);
  button.textContent = '→';
  return button;
}
