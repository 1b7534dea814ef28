import { useState } from 'preact/hooks';

import type { PostServicesNameImpactAnswer } from '../../api/admin-api.js';
import { ApiError, call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { useShortcut } from '../../app/shortcuts.js';
import { toast, toastWarnings } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Patch } from '../../components/code.js';
import { Note } from '../../components/note.js';
import { CheckField, TextField } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { Loading } from '../../components/loading.js';
import { may } from '../../app/may.js';
import { ChangeList } from './change-list.js';
import { DiagnosticList } from './diagnostic-list.js';
import { receiveVersion } from './own-changes.js';
import { RecordedCheck } from './recorded-check.js';
import type { Edited } from './use-draft.js';

interface PublishProps {
  readonly edited: Edited;
  /** Somebody else has published meanwhile. */
  readonly onConflict: () => void;
  readonly onPublished: () => void;
}

/** Publishes what is edited, after showing what it changes; by Ctrl+Enter, too. */
export function PublishButton(props: PublishProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useShortcut('Ctrl+Enter', t('Publish'), () => may('publish') && open());
  return (
    <>
      <Button needs="publish" kind="primary" disabled={!props.edited.isChanged} onClick={open} text={t('Publish …')} />
      {isOpen && <PublishDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PublishDialog({ edited, onConflict, onPublished, onClose }: PublishProps & { readonly onClose: () => void }) {
  const { name, text, keeping } = edited;
  const [comment, setComment] = useState('');
  const [isForced, setForced] = useState(false);
  const preview = useLoad(
    (signal) => call('POST /services/{name}/impact', { path: { name }, body: { definition: text }, signal }),
    [name, text],
  );
  const impact = preview.data;
  const breaks = impact?.diagnostics.some((each) => each.breaks !== undefined) === true;
  const publish = async () => {
    try {
      // The server keeps a draft that is not what is published, or that arrives afterwards.
      await keeping.finish();
      const body = { definition: text, base: keeping.base, comment, force: isForced };
      const saved = await receiveVersion(call('POST /services/{name}/publish', { path: { name }, body }));
      toast(saved.number === null ? t('As published') : t('Version {id} is published', { id: String(saved.number) }));
      toastWarnings(saved, impact?.diagnostics);
      keeping.forget(saved.version ?? undefined);
      onPublished();
    } catch (cause) {
      keeping.change(text);
      if (!(cause instanceof ApiError) || cause.status !== 409) throw cause;
      onClose();
      onConflict();
    }
  };
  return (
    <FormDialog
      title={t('Publish {name}', { name })}
      action={t('Publish')}
      shape="wide"
      disabled={impact === undefined || (!impact.isPublishable && !isForced)}
      onSubmit={publish}
      onClose={onClose}
    >
      <TextField
        label={t('What changes, and why?')}
        hint={t('Stands in the history and in the audit log.')}
        value={comment}
        onChange={setComment}
        more={{ autofocus: true, maxLength: 1000 }}
      />
      <Loading of={preview}>{(found) => <PreviewParts name={name} text={text} impact={found} />}</Loading>
      {breaks && (
        <CheckField label={t('Publish although it breaks what works now')} checked={isForced} onChange={setForced} />
      )}
    </FormDialog>
  );
}

interface PreviewPartsProps extends Pick<Edited, 'name' | 'text'> {
  readonly impact: PostServicesNameImpactAnswer;
}

function PreviewParts({ name, text, impact }: PreviewPartsProps) {
  return (
    <>
      {!impact.isPublishable && <Note tone="bad">{t('It has errors. What is published now goes on serving.')}</Note>}
      {impact.diagnostics.length > 0 && <DiagnosticList diagnostics={impact.diagnostics} />}
      <section class="stack tight">
        <h3>{t('What changes for clients')}</h3>
        <ChangeList {...impact} />
      </section>
      {impact.isPublishable && impact.changes.length > 0 && <RecordedCheck name={name} definition={text} />}
      {impact.patch !== null && (
        <details class="stack tight">
          <summary>{t('Line by line')}</summary>
          <Patch text={impact.patch} />
        </details>
      )}
    </>
  );
}
