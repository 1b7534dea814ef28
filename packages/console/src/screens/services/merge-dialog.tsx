import { useState } from 'preact/hooks';

import type { Draft } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Loading } from '../../components/loading.js';
import { MergeEditor } from '../../editor/merge-editor.js';

interface MergeDialogProps {
  readonly name: string;
  readonly mine: string;
  /** Undefined: what was published meanwhile. */
  readonly theirDraft: Draft | undefined;
  readonly onClose: () => void;
  readonly onMerged: (text: string, revision: number | undefined, base: number) => void;
}

export function MergeDialog({ name, mine, theirDraft, onClose, onMerged }: MergeDialogProps) {
  const [text, setText] = useState(mine);
  const theirs = useAnswer('GET /services/{name}', { path: { name } });
  const version = theirs.data?.details?.version;
  const author = theirDraft?.author ?? version?.author ?? '';
  const actions = (
    <>
      <span class="grow faint">{t('The arrows take a part of theirs over. You can also type.')}</span>
      <Button onClick={onClose} text={t('Cancel')} />
      <Button
        kind="primary"
        disabled={version === undefined}
        onClick={() => onMerged(text, theirDraft?.revision, version?.id ?? 1)}
        text={t('Use the merged text')}
      />
    </>
  );
  return (
    <Dialog title={t('Theirs ({author}) and yours', { author })} shape="wide" onClose={onClose} actions={actions}>
      <Loading of={theirs}>
        {({ definition }) => (
          <MergeEditor theirs={theirDraft?.definition ?? definition} mine={mine} onChange={setText} />
        )}
      </Loading>
    </Dialog>
  );
}
