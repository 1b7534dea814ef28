import { cutText } from '../../request/family-values.js';
import { TITLE_LENGTH } from '../ticket-row.js';
import { history } from '../history/history.js';
import type { TicketDraft } from '../ticket-draft.js';

const SHOWN_LENGTH = 50;

/** Sets the title, cut to 191 characters. */
export function changeTitle(draft: TicketDraft, title: string | undefined): void {
  if (title === undefined || title === draft.before.title) return;
  const shown = cutText(title, SHOWN_LENGTH);
  const ending = Array.from(shown).length === SHOWN_LENGTH ? '...' : '';
  const old = draft.columns.title ?? '';
  draft.change({ title: cutText(title, TITLE_LENGTH) });
  draft.record(history.title(old, shown + ending));
}
