import { useMemo, useState } from 'preact/hooks';

import { t } from '../../app/language.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { attempt } from '../../app/toasts.js';
import { useUnsaved } from '../../app/use-unsaved.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/empty.js';
import { TextField } from '../../components/field.js';
import type { EditedEntry } from './use-entry.js';

/** At the bottom of a form that was changed. */
export function SaveBar({ edited }: { readonly edited: EditedEntry }) {
  const [comment, setComment] = useState('');
  const save = async () => {
    await edited.save(comment);
    setComment('');
  };
  useShortcuts(useMemo(() => [{ keys: 'Ctrl+S', text: t('Save'), run: () => void attempt(save) }], [edited, comment]));
  useUnsaved(edited.isChanged);
  if (!edited.isChanged) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    void attempt(save);
  };
  return (
    <form class="save-bar" onSubmit={submit} aria-label={t('Save')}>
      {edited.theirs !== undefined && <TheirChange edited={edited} />}
      <div class="row">
        <div class="grow">
          <TextField label={t('Why, for the audit log')} value={comment} onChange={setComment} />
        </div>
        <Button onClick={edited.discard}>{t('Discard')}</Button>
        <Button kind="primary" onClick={save} disabled={edited.theirs !== undefined}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}

function TheirChange({ edited }: { readonly edited: EditedEntry }) {
  return (
    <Note tone="warn" action={<Button onClick={edited.takeTheirs}>{t('Continue')}</Button>}>
      {t(
        'Somebody else has changed this entry meanwhile. Continue with their version; your changes are kept on top of it.',
      )}
    </Note>
  );
}
