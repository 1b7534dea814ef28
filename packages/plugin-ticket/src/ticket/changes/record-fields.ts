import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import type { TicketDraft } from '../ticket-draft.js';

/** Records values of dynamic fields that are going to be written. */
export function recordFields(draft: TicketDraft, writes: readonly DynamicFieldWrite[]): void {
  for (const fieldWrite of writes) {
    const { historyType: type, historyName: name, field } = fieldWrite;
    draft.change({});
    draft.record({ type, name }, { isOfArticle: field.objectType === 'Article', fieldWrite });
  }
}
