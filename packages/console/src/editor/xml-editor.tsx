import { xml } from '@codemirror/lang-xml';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'preact/hooks';

import { lookOf } from './look.js';

interface XmlEditorProps {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** An editor of XML. */
export function XmlEditor(props: XmlEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (parent.current === null) return undefined;
    const { text, label } = latest.current;
    const listen = EditorView.updateListener.of(({ docChanged, state }) => {
      const changed = state.doc.toString();
      if (docChanged && changed !== latest.current.text) latest.current.onChange(changed);
    });
    const extensions = [basicSetup, xml(), EditorView.lineWrapping, lookOf(label), listen];
    const editor = new EditorView({ parent: parent.current, doc: text, extensions });
    view.current = editor;
    return () => {
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    const old = view.current?.state.doc.toString() ?? '';
    if (old !== props.text) view.current?.dispatch({ changes: { from: 0, to: old.length, insert: props.text } });
  }, [props.text]);
  return <div ref={parent} class="xml-editor" />;
}
