import { yaml } from '@codemirror/lang-yaml';
import { forceLinting, linter, lintGutter, type Diagnostic as Marked } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';

import type { Diagnostic, Fix, Place } from '../api/admin-api.js';
import { serverText } from '../app/language.js';
import { lookOf } from './look.js';
import { pathAt, schemaAssistance } from './schema-assistance.js';

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Of the file, for completion and explanations. */
  readonly schema?: unknown;
  readonly onChange?: (text: string) => void;
  /** The keys of the line that somebody goes to. */
  readonly onPlace?: (path: readonly string[]) => void;
  /** What is wrong with a text; asked while somebody types. */
  readonly check?: (text: string) => Promise<readonly Diagnostic[]>;
  readonly isReadOnly?: boolean;
}

/** Milliseconds after the last key. */
const CHECK_DELAY = 150;

/** An editor of YAML. Diagnostics, their places and fixes are the server's. */
export class YamlEditor {
  readonly view: EditorView;
  #found: readonly Diagnostic[] = [];
  #checking: Promise<unknown> = Promise.resolve();

  constructor(options: EditorOptions) {
    const { parent, text, check } = options;
    const extensions = [
      basicSetup,
      yaml(),
      lookOf(options.label),
      schemaAssistance(options.schema),
      EditorState.readOnly.of(options.isReadOnly === true),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.onChange?.(update.state.doc.toString());
        else if ((update.selectionSet || update.focusChanged) && update.view.hasFocus)
          options.onPlace?.(placeIn(update.state));
      }),
      keymap.of([{ key: 'Mod-.', run: () => this.#fixAtCursor() }]),
      ...(check === undefined ? [] : [lintGutter(), this.#linter(check)]),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  }

  #linter(check: NonNullable<EditorOptions['check']>) {
    return linter(
      async ({ state }) => {
        // One at a time: a long text takes the server longer than the time between two pauses.
        await this.#checking;
        if (this.view.state.doc !== state.doc) return [];
        const checking = check(state.doc.toString());
        this.#checking = checking.catch(() => undefined);
        this.#found = await checking;
        return this.#found.map((each) => this.#mark(each, state.doc));
      },
      { delay: CHECK_DELAY },
    );
  }

  #mark({ severity, message, range, fixes, breaks }: Diagnostic, text: Text): Marked {
    const from = offsetOf(text, range.start);
    return {
      from,
      to: Math.max(offsetOf(text, range.end), from),
      severity,
      message: [message, ...(breaks === undefined ? [] : [breaks])].map(serverText).join(' '),
      actions: fixes.map((fix) => ({ name: serverText(fix.title), apply: () => this.fix(fix) })),
    };
  }

  fix({ range, text }: Fix): void {
    const { doc } = this.view.state;
    this.view.dispatch({ changes: { from: offsetOf(doc, range.start), to: offsetOf(doc, range.end), insert: text } });
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
  reveal(at: number, { isGoing = false } = {}): void {
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    if (isGoing) this.view.focus();
  }

  go({ line, column }: Place): void {
    const at = offsetOf(this.view.state.doc, { line, column });
    this.reveal(at, { isGoing: true });
  }

  /** Only what differs is replaced, so that the cursor and the history of changes stay. */
  setText(text: string): void {
    const old = this.view.state.doc.toString();
    if (old === text) return;
    const changes = changedPart(old, text);
    this.view.dispatch({ changes });
  }

  checkNow(): void {
    forceLinting(this.view);
  }

  destroy(): void {
    this.view.destroy();
  }
}

function changedPart(old: string, text: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old[start] === text[start]) start += 1;
  let same = 0;
  while (same < shorter - start && old.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { from: start, to: old.length - same, insert: text.slice(start, text.length - same) };
}

function placeIn({ doc, selection }: EditorState): readonly string[] {
  return pathAt(doc, doc.lineAt(selection.main.head).number);
}

function offsetOf(text: Text, { line, column }: Place): number {
  const found = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}
