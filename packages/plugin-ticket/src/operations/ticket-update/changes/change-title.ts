import type { TicketDraft } from './ticket-draft.js';

const COLUMN_LENGTH = 191;
const SHOWN_LENGTH = 50;

/** Titles are cut to 191 characters; an empty one changes nothing. */
export function changeTitle(draft: TicketDraft, title: string | undefined): void {
  if (title === undefined || title === draft.before.title) return;
  const shown = cut(title, SHOWN_LENGTH);
  const ending = Array.from(shown).length === SHOWN_LENGTH ? '...' : '';
  const old = draft.columns.title ?? '';
  draft.change({ title: cut(title, COLUMN_LENGTH) });
  draft.record('TitleUpdate', `%%${old}%%${shown}${ending}`);
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('');
}
