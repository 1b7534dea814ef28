import { call } from '../../api/call.js';
import { administrator } from '../../api/signed-in.js';
import { serverText, t } from '../../app/language.js';
import { toast, toastWarnings } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/note.js';
import { Age } from '../../components/time.js';
import { isOthers } from './draft-state.js';
import { receiveVersion } from './own-changes.js';
import type { DraftKeeping, Opened } from './use-draft.js';
import { versionName } from './version-name.js';

interface DraftNotesProps {
  readonly opened: Opened;
  readonly isChanged: boolean;
  readonly keeping: DraftKeeping;
  readonly onMerge: () => void;
  readonly onEnabled: () => void;
}

export function DraftNotes({ opened: { service, base }, isChanged, keeping, onMerge, onEnabled }: DraftNotesProps) {
  const { version, lastGoodVersion } = service.details ?? {};
  const current = version?.id;
  const enable = async () => {
    const { name } = service;
    const body = { base: current ?? 1, enabled: true };
    toastWarnings(await receiveVersion(call('PATCH /services/{name}', { path: { name }, body })));
    toast(t('{name} is served', { name }));
    onEnabled();
  };
  const { draft, theirs, state } = keeping;
  const merge = <Button needs="publish" onClick={onMerge} text={t('Compare and merge')} />;
  return (
    <>
      {service.state === 'disabled' && (
        <Note tone="warn" action={<Button needs="everything" onClick={enable} text={t('Enable')} />}>
          {t('It is disabled: its clients get an error.')}
        </Note>
      )}
      {service.reason !== undefined && (
        <Note tone="bad">
          {isChanged && t('What is published:')} {serverText(service.reason, service.reasonMessage)}
          {lastGoodVersion !== undefined &&
            ` ${t('This version still serves: {version}.', { version: versionName(lastGoodVersion) })}`}
        </Note>
      )}
      {service.drift !== undefined && <Note tone="warn">{serverText(service.drift)}</Note>}
      {state === 'conflict' && (
        <Note tone="warn" action={merge}>
          {conflictWords(theirs)}
        </Note>
      )}
      {draft !== undefined && isOthers(keeping) && state !== 'conflict' && (
        <Note>
          {t('You see the draft of {author}.', { author: draft.author })} <Age of={draft.changedAt} />
        </Note>
      )}
      {version !== undefined && base !== current && (
        <Note tone="warn" action={merge}>
          {t('This draft was made from an earlier version. Published since: version {version}.', {
            version: versionName(version),
          })}
        </Note>
      )}
    </>
  );
}

/** @param theirs what is saved instead of what is edited; undefined: nothing */
function conflictWords(theirs: DraftKeeping['theirs']): string {
  if (theirs === undefined) return t('Somebody has discarded this draft meanwhile. Yours is kept in this browser.');
  const { author } = theirs;
  return author === administrator.value?.login
    ? t('You have saved another draft meanwhile, in another tab or browser. This one is kept in this browser.')
    : t('{author} has saved another draft meanwhile. Yours is kept in this browser.', { author });
}
