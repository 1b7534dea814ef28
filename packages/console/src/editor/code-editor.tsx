import { useEffect, useRef } from 'preact/hooks';

import type { Diagnostic } from '../api/admin-api.js';
import { YamlEditor } from './yaml-editor.js';

interface CodeEditorProps {
  readonly text: string;
  readonly label: string;
  readonly schema?: unknown;
  readonly onChange: (text: string) => void;
  readonly onPlace: (path: readonly string[]) => void;
  readonly check: (text: string) => Promise<readonly Diagnostic[]>;
  readonly onReady: (editor: YamlEditor) => void;
}

/** The editor as part of a screen; the text of its first showing is where it begins. */
export function CodeEditor(props: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (parent.current === null) return undefined;
    const { text, label, schema } = latest.current;
    const editor = new YamlEditor({
      parent: parent.current,
      text,
      label,
      schema,
      onChange: (changed) => latest.current.onChange(changed),
      onPlace: (path) => latest.current.onPlace(path),
      check: (checked) => latest.current.check(checked),
    });
    latest.current.onReady(editor);
    return () => {
      editor.destroy();
    };
  }, []);
  return <div ref={parent} class="code-editor" />;
}
