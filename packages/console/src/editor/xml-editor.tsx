import { xml } from '@codemirror/lang-xml';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { makeLook, onText, setText } from './look.js';

interface XmlEditorProps {
  readonly text: string;
  readonly label: string;
  /** What is wrong in a line and column, counted from 1. */
  readonly problem?: { readonly line: number; readonly column: number; readonly message: string } | undefined;
  readonly onChange: (text: string) => void;
}

export function XmlEditor(props: XmlEditorProps) {
  const { text, label, problem } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const listen = onText((changed) => changed !== latest.current.text && latest.current.onChange(changed));
    const extensions = [makeLook(() => latest.current.label), xml(), EditorView.lineWrapping, listen];
    const editor = new EditorView({ parent: parent.current, doc: text, extensions });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  // With the render: what is typed next must stay.
  useLayoutEffect(() => view.current && setText(view.current, text), [text]);
  // It asks for its label again.
  useEffect(() => view.current?.dispatch({}), [label]);
  useEffect(() => {
    if (view.current === undefined) return;
    const { state } = view.current;
    view.current.dispatch(setDiagnostics(state, problem === undefined ? [] : [toDiagnostic(state, problem)]));
  }, [problem]);
  return <div ref={parent} class="xml-editor" />;
}

type Problem = NonNullable<XmlEditorProps['problem']>;

/** From the column to the end of the word or tag. */
function toDiagnostic({ doc }: EditorView['state'], { line, column, message }: Problem): Diagnostic {
  const { from: start, to: end, text } = doc.line(Math.min(line, doc.lines));
  const from = Math.min(start + column - 1, end);
  const length = /^<?\/?[\w:-]*/.exec(text.slice(from - start))?.[0].length ?? 0;
  return { from, to: Math.min(from + Math.max(length, 1), end), severity: 'error', message };
}
