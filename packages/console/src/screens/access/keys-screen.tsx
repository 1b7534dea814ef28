import { useState } from 'preact/hooks';

import type { ApiKey, NewApiKey } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { Confirm } from '../../components/confirm.js';
import { Dialog } from '../../components/dialog.js';
import { Note } from '../../components/empty.js';
import { AccessPage } from './access-page.js';
import { KeyTable } from './key-table.js';
import { ChangeKey, NewKey } from './new-key.js';

/** Keys with which programs call web services or the administration. */
export function KeysScreen() {
  const [changing, setChanging] = useState<ApiKey>();
  const [rotating, setRotating] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [made, setMade] = useState<NewApiKey>();
  const parameters = query.value;
  const [text = '', state = '', after] = ['text', 'state', 'after'].map((name) => parameters.get(name) ?? '');
  const isOpen = state === '' ? undefined : state === 'open';
  const keys = useLoad(
    (signal) => call('GET /api-keys', { query: { text, isOpen, after }, signal }),
    [text, state, after],
  );
  const show = (key: NewApiKey) => {
    setMade(key);
    keys.reload();
  };
  return (
    <AccessPage
      actions={
        <Button kind="primary" icon="plus" onClick={() => setQuery({ new: '1' }, { replace: false })}>
          {t('New key')}
        </Button>
      }
    >
      <KeyTable of={keys} onChange={setChanging} onRotate={setRotating} onRevoke={setRevoking} />
      {parameters.get('new') === '1' && (
        <NewKey
          agent={parameters.get('agent') ?? ''}
          onClose={() => setQuery({ new: undefined, agent: undefined })}
          onMade={show}
        />
      )}
      {changing !== undefined && (
        <ChangeKey apiKey={changing} onClose={() => setChanging(undefined)} onDone={keys.reload} />
      )}
      {rotating !== undefined && <Rotate apiKey={rotating} onClose={() => setRotating(undefined)} onMade={show} />}
      {revoking !== undefined && (
        <Revoke apiKey={revoking} onClose={() => setRevoking(undefined)} onDone={keys.reload} />
      )}
      {made !== undefined && <ShownOnce made={made} onClose={() => setMade(undefined)} />}
    </AccessPage>
  );
}

interface AskProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

function Rotate({ apiKey: { name }, onClose, onMade }: AskProps & { readonly onMade: (made: NewApiKey) => void }) {
  const rotate = async () => onMade(await call('POST /api-keys/{name}/rotate', { path: { name }, body: {} }));
  return (
    <Confirm
      title={t('Give {name} a new secret?', { name })}
      action={t('New secret')}
      onConfirm={rotate}
      onClose={onClose}
    >
      <p>{t('The old secret stops working at once. You see the new one only once.')}</p>
    </Confirm>
  );
}

function Revoke({ apiKey: { name }, onClose, onDone }: AskProps & { readonly onDone: () => void }) {
  const revoke = async () => {
    await call('DELETE /api-keys/{name}', { path: { name } });
    onDone();
  };
  return (
    <Confirm
      title={t('Revoke {name}?', { name })}
      action={t('Revoke')}
      typed={name}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('Programs that use it get an error at once. This cannot be undone.')}</p>
    </Confirm>
  );
}

/** Shows a new key, which can be copied only now. */
function ShownOnce({ made: { name, key }, onClose }: { readonly made: NewApiKey; readonly onClose: () => void }) {
  const curl = `curl -H 'X-API-Key: ${key}' ${window.location.origin}/Webservice/…`;
  return (
    <Dialog
      title={t('API key {name}', { name })}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('I have copied it')}
        </Button>
      }
    >
      <Note tone="warn">{t('Copy the key now. It is not stored, so it cannot be shown again.')}</Note>
      <Code text={key} label={t('API key')} />
      <p class="quiet">{t('Programs send it with each request:')}</p>
      <Code text={curl} label={t('The same request by curl')} />
    </Dialog>
  );
}
