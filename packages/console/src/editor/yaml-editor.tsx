import { yaml } from '@codemirror/lang-yaml';
import { linter, lintGutter, type Diagnostic as Marked } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import type { Diagnostic, Fix, Place } from '../api/admin-api.js';
import { messageText, serverText, t } from '../app/language.js';
import { may } from '../app/may.js';
import { makeLook, onText, setText } from './look.js';
import { pathAt, schemaAssistance } from './schema-assistance.js';

interface YamlTextProps {
  readonly text: string;
  readonly label: string;
  /** Of the file, for completion and explanations. */
  readonly schema: unknown;
  readonly onChange: (text: string) => void;
  /** The keys of the line that somebody goes to. */
  readonly onPlace: (path: readonly string[]) => void;
  /** What is wrong with a text; asked while somebody types. */
  readonly check: (text: string) => Promise<readonly Diagnostic[]>;
  readonly onReady: (editor: YamlEditor) => void;
}

/** The editor as part of a screen; it begins with the text of the first render. */
export function YamlText(props: YamlTextProps) {
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const own = useRef<YamlEditor>(undefined);
  // With the render: the form changes its text.
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const editor = new YamlEditor(parent.current, latest);
    own.current = editor;
    props.onReady(editor);
    return () => editor.view.destroy();
  }, []);
  // It asks for its label again.
  useEffect(() => own.current?.view.dispatch({}), [props.label]);
  return <div ref={parent} class="code-editor" />;
}

/** Milliseconds after the last key. */
const CHECK_DELAY = 150;

/** An editor of YAML. Diagnostics, their places and fixes are the server's. */
export class YamlEditor {
  readonly view: EditorView;
  #found: readonly Diagnostic[] = [];
  #checking: Promise<unknown> = Promise.resolve();

  constructor(parent: HTMLElement, latest: { readonly current: YamlTextProps }) {
    const { text, schema } = latest.current;
    const place = EditorView.updateListener.of(({ docChanged, selectionSet, focusChanged, view }) => {
      if (docChanged || !(selectionSet || focusChanged) || !view.hasFocus) return;
      const { doc, selection } = view.state;
      latest.current.onPlace(pathAt(doc, doc.lineAt(selection.main.head).number));
    });
    const extensions = [
      makeLook(() => latest.current.label),
      yaml(),
      schemaAssistance(schema),
      onText((changed) => latest.current.onChange(changed)),
      place,
      keymap.of([{ key: 'Mod-.', run: () => this.#fixAtCursor() }]),
      lintGutter(),
      EditorState.readOnly.of(!may('publish')),
      linter(({ state: { doc } }) => this.#check(doc, latest.current.check), { delay: CHECK_DELAY }),
    ];
    this.view = new EditorView({ parent, doc: text, extensions });
  }

  async #check(doc: Text, check: YamlTextProps['check']): Promise<readonly Marked[]> {
    // One at a time: a long text takes the server longer than the time between two pauses.
    await this.#checking;
    if (this.view.state.doc !== doc) return [];
    const checking = check(doc.toString());
    this.#checking = checking.catch(() => undefined);
    this.#found = await checking;
    return this.#found.map((each) => this.#mark(each, doc));
  }

  #mark(diagnostic: Diagnostic, text: Text): Marked {
    const { severity, range, fixes, breaks } = diagnostic;
    const from = toOffset(text, range.start);
    return {
      from,
      to: Math.max(toOffset(text, range.end), from),
      severity,
      message: [messageText(diagnostic), ...(breaks === undefined ? [] : [serverText(breaks)])].join(' '),
      actions: (may('publish') ? fixes : []).map((fix) => ({
        name: t('Replace by {word}', { word: fix.text }),
        apply: () => this.fix(fix),
      })),
    };
  }

  fix({ range, text }: Fix): void {
    const { doc } = this.view.state;
    this.view.dispatch({ changes: { from: toOffset(doc, range.start), to: toOffset(doc, range.end), insert: text } });
    this.view.focus();
  }

  /** The first fix of what is wrong at the cursor, or else nearest to it. */
  #fixAtCursor(): boolean {
    const { doc, selection } = this.view.state;
    const line = doc.lineAt(selection.main.head).number;
    const distance = ({ range }: Diagnostic) => Math.abs(range.start.line - line);
    const [nearest] = this.#found.filter(({ fixes }) => fixes.length > 0).sort((a, b) => distance(a) - distance(b));
    const fix = nearest?.fixes[0];
    if (fix !== undefined) this.fix(fix);
    return fix !== undefined;
  }

  /** Shows a place; only going there takes the focus. */
  reveal(at: number | Place, { isGoing = false } = {}): void {
    const anchor = typeof at === 'number' ? at : toOffset(this.view.state.doc, at);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    if (isGoing) this.view.focus();
  }

  setText(text: string): void {
    setText(this.view, text);
  }
}

function toOffset(text: Text, { line, column }: Place): number {
  const found = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}
