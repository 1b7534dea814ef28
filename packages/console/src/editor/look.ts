import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';

import '../styles/editor.css';

/** What all editors share: the usual keys, colours, and what screen readers call it in the language of the page. */
export function makeLook(label: () => string) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
  return [
    basicSetup,
    syntaxHighlighting(colours),
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of(() => ({ 'aria-label': label(), tabindex: '0' })),
  ];
}

const { number, bool, keyword, atom, attributeName } = tags;

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.tagName], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue, tags.content], color: 'var(--code-text)' },
  { tag: [number, bool, tags.null, keyword, atom, attributeName], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.lineComment, tags.meta, tags.angleBracket], color: 'var(--text-faint)' },
]);

/** Calls `tell` with the text after each change. */
export function onText(tell: (text: string) => void) {
  return EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) tell(state.doc.toString());
  });
}

/** Only what differs is replaced, so that the cursor and the history of changes stay. */
export function setText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old[start] === text[start]) start += 1;
  let same = 0;
  while (same < shorter - start && old.at(-1 - same) === text.at(-1 - same)) same += 1;
  const changes = { from: start, to: old.length - same, insert: text.slice(start, text.length - same) };
  if (old !== text) view.dispatch({ changes });
}
