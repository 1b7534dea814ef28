import { yaml } from '@codemirror/lang-yaml';
import { MergeView } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'preact/hooks';

import { t } from '../app/language.js';
import { lookOf } from './look.js';

interface MergeEditorProps {
  /** What is published now. */
  readonly theirs: string;
  /** What is to become of both. */
  readonly mine: string;
  readonly onChange: (text: string) => void;
}

/** Two texts side by side: each difference of theirs can be taken over into mine. */
export function MergeEditor({ theirs, mine, onChange }: MergeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const listen = EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    });
    const view = new MergeView({
      parent: parent.current,
      a: { doc: theirs, extensions: [basicSetup, yaml(), lookOf(t('Theirs')), EditorView.editable.of(false)] },
      b: { doc: mine, extensions: [basicSetup, yaml(), lookOf(t('Yours')), listen] },
      revertControls: 'a-to-b',
      renderRevertControl: () => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'button';
        button.textContent = '→';
        button.title = t('Take theirs');
        button.setAttribute('aria-label', t('Take theirs'));
        return button;
      },
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    return () => {
      view.destroy();
    };
  }, []);
  return <div ref={parent} class="merge-editor" />;
}
