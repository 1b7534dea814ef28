import { xml } from '@codemirror/lang-xml';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'preact/hooks';

import { lookOf } from './look.js';

interface XmlEditorProps {
  readonly text: string;
  readonly label: string;
  /** What is wrong in a line and column, counted from 1. */
  readonly problem?: { readonly line: number; readonly column: number; readonly message: string } | undefined;
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
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const found = props.problem === undefined ? [] : [rangeOf(editor, props.problem)];
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [props.problem]);
  return <div ref={parent} class="xml-editor" />;
}

type Problem = NonNullable<XmlEditorProps['problem']>;

/** From the column on to the end of the word or tag. */
function rangeOf({ state }: EditorView, { line, column, message }: Problem): Diagnostic {
  const { from: start, to: end, text } = state.doc.line(Math.min(line, state.doc.lines));
  const from = Math.min(start + column - 1, end);
  const length = /^<?\/?[\w:-]*/.exec(text.slice(from - start))?.[0].length ?? 0;
  return { from, to: Math.min(from + Math.max(length, 1), end), severity: 'error', message };
}
