import { administrator } from '../../api/signed-in.js';
import { t } from '../../app/language.js';
import type { DraftKeeping } from './use-draft.js';

export function DraftState({ keeping, isChanged }: { readonly keeping: DraftKeeping; readonly isChanged: boolean }) {
  if (!isChanged) return <span class="faint">{t('As published')}</span>;
  const words = {
    saved: t('Draft saved'),
    waiting: t('Saving the draft …'),
    conflict: t('Draft not saved'),
    away: t('Draft kept in this browser until the server is back'),
    refused: t('Draft not saved'),
  };
  return (
    <span class="faint" role="status">
      {words[keeping.state]}
    </span>
  );
}

export function isOthers({ draft }: DraftKeeping): boolean {
  return draft !== undefined && draft.author !== administrator.value?.login;
}
