import { useState } from 'preact/hooks';

import type { GetDebugLogIdAnswer, PostDebugLogIdReplayAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Lines } from '../../components/code.js';
import { Dialog } from '../../components/dialog.js';
import { Note } from '../../components/note.js';
import { SelectField, TextField, useFields } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { versionName } from '../services/version-name.js';

interface ReplayDialogProps {
  readonly request: GetDebugLogIdAnswer;
  readonly onClose: () => void;
}

interface Wanted {
  readonly as: 'you' | 'recorded';
  readonly against: string;
  readonly ignored: string;
}

/** Sends a request again; what it does is undone. */
export function ReplayDialog({ request, onClose }: ReplayDialogProps) {
  const { service, communicationID: id, caller } = request;
  const { values, makeField } = useFields<Wanted>({ as: 'you', against: '', ignored: '' });
  const { as, against, ignored } = values;
  const [result, setResult] = useState<PostDebugLogIdReplayAnswer>();
  const choices = useLoad((signal) => fetchVersions(service, signal), [service]);
  const replay = async () => {
    setResult(undefined);
    const wanted = await fetchAgainst(service, against);
    const body = { ...wanted, as, ignore: ignored.split(/\s+/).filter((word) => word !== '') };
    setResult(await call('POST /debug-log/{id}/replay', { path: { id }, body }));
  };
  const actions = (
    <>
      <span class="grow faint">{t('What it changes is undone.')}</span>
      <Button kind="primary" onClick={replay} text={t('Replay')} />
    </>
  );
  return (
    <Dialog title={t('Replay')} shape="wide" onClose={onClose} actions={actions}>
      <Loading of={choices} lines={1}>
        {(found) => <SelectField label={t('Against')} {...makeField('against')} choices={found} />}
      </Loading>
      {caller !== null && (
        <SelectField
          label={t('Sent as')}
          hint={as === 'you' ? undefined : t('The audit log has that you acted for {name}.', { name: caller })}
          {...makeField('as')}
          choices={{ you: t('You'), recorded: t('{name}, who sent it', { name: caller }) }}
        />
      )}
      <TextField
        label={t('Members that may differ')}
        hint={t('For example TicketID Created; separated by spaces.')}
        {...makeField('ignored')}
      />
      {result !== undefined && <Result result={result} />}
    </Dialog>
  );
}

async function fetchVersions(name: string, signal: AbortSignal) {
  const { items } = await call('GET /services/{name}/versions', { path: { name }, signal });
  const draft = await call('GET /services/{name}/draft', { path: { name }, signal });
  return [
    { value: '', text: t('The current version') },
    ...(draft === null ? [] : [{ value: 'draft', text: t('The draft of {author}', { author: draft.author }) }]),
    ...items.slice(1).map((each) => ({ value: String(each.id), text: t('Version {id}', { id: versionName(each) }) })),
  ];
}

async function fetchAgainst(name: string, against: string) {
  if (against === '') return {};
  if (against !== 'draft') return { version: Number(against) };
  const draft = await call('GET /services/{name}/draft', { path: { name } });
  if (draft === null) throw new Error(t('The draft was discarded meanwhile.'));
  return { definition: draft.definition };
}

function Result({ result: { kind, findings } }: { readonly result: PostDebugLogIdReplayAnswer }) {
  const words = {
    same: t('The answer is the same.'),
    different: t('The answer differs:'),
    refused: t('The request was refused:'),
  };
  return (
    <Note tone={kind === 'same' ? 'good' : kind === 'different' ? 'warn' : 'bad'}>
      <p>{words[kind]}</p>
      <Lines of={findings} />
    </Note>
  );
}
