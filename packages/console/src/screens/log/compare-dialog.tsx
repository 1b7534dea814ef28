import { useEffect, useRef, useState } from 'preact/hooks';

import type { PostDebugLogIdCompareAnswer, RecordedRequest } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { TextField, useFields } from '../../components/field.js';
import { ComparedRequests, IgnoredField, splitWords, type Compared } from './compared-requests.js';

interface CompareDialogProps {
  /** Those of operations are compared. */
  readonly requests: readonly Pick<RecordedRequest, 'communicationID' | 'method' | 'path'>[];
  readonly onClose: () => void;
}

/** Milliseconds from one request to the next. */
const PAUSE = 200;

/** Sends recorded requests to a host, too. The login and the password are gone when the dialog closes. */
export function CompareDialog({ requests, onClose }: CompareDialogProps) {
  const { values, fieldOf } = useFields({ url: '', login: '', password: '', ignored: '' });
  const { ignored, ...host } = values;
  const [compared, setCompared] = useState<readonly Compared[]>([]);
  const [running, setRunning] = useState<AbortController>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async () => {
    const abort = new AbortController();
    const { signal } = abort;
    stop.current = abort;
    setRunning(abort);
    setCompared([]);
    const body = { host, ignore: splitWords(ignored) };
    try {
      for (const request of requests) {
        if (signal.aborted) break;
        const path = { id: request.communicationID };
        const pause = new Promise((resolve) => setTimeout(resolve, PAUSE));
        const result: PostDebugLogIdCompareAnswer = await call('POST /debug-log/{id}/compare', { path, body });
        setCompared((before) => [...before, { request: `${request.method} ${request.path ?? ''}`, ...result }]);
        await pause;
      }
    } finally {
      setRunning(undefined);
    }
  };
  const actions = (
    <>
      <span class="grow faint">{t('The host gets only what reads. What is changed here is undone.')}</span>
      {running !== undefined && <Button onClick={() => running.abort()} text={t('Stop')} />}
      <Button kind="primary" onClick={run} disabled={Object.values(host).includes('')} text={t('Compare')} />
    </>
  );
  return (
    <Dialog title={t('Compare with a host')} shape="wide" onClose={onClose} actions={actions}>
      <TextField
        label={t('Address of the host')}
        hint={t('For example https://desk.example.org/znuny/nph-genericinterface.pl')}
        {...fieldOf('url')}
      />
      <TextField
        label={t('Login')}
        hint={t('An agent of both systems, who sends the requests.')}
        {...fieldOf('login')}
      />
      <TextField label={t('Password at the host')} {...fieldOf('password')} more={{ type: 'password' }} />
      <IgnoredField {...fieldOf('ignored')} />
      {compared.length > 0 && <ComparedRequests compared={compared} wanted={requests.length} />}
    </Dialog>
  );
}
