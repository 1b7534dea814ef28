import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** What all editors share: colours, the look, and what screen readers call it. */
export function lookOf(label: string) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
  return [
    syntaxHighlighting(colours),
    look,
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.tagName], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: 'var(--code-text)' },
  {
    tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom, tags.attributeName],
    color: 'var(--code-number)',
  },
  { tag: [tags.comment, tags.lineComment, tags.meta, tags.angleBracket], color: 'var(--text-faint)' },
  { tag: tags.content, color: 'var(--code-text)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--raised)', height: '100%', fontSize: 'var(--size-code)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)', padding: '10px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--text-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow-large)',
    maxWidth: 'min(520px, 90vw)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionInfo': { padding: '8px 12px', fontFamily: 'var(--font)' },
  '.cm-diagnostic': { fontFamily: 'var(--font)', padding: '8px 12px', borderLeftWidth: '3px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: 'var(--radius-small)',
    padding: '3px 8px',
    margin: '6px 6px 0 0',
    font: 'inherit',
  },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--raised)', border: '1px solid var(--line-strong)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', border: 'none', color: 'var(--text-quiet)' },
  '.schema-hover': { padding: '8px 12px', fontFamily: 'var(--font)', fontSize: 'var(--size-small)' },
});
