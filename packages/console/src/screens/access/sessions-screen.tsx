import { useState } from 'preact/hooks';

import type { Session } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { query } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { AccessPage } from './access-page.js';
import { EndSession, EndSessions, SessionTable } from './session-table.js';

/** Who is signed in, the last used first. */
export function SessionsScreen() {
  const [ending, setEnding] = useState<Session | 'all'>();
  const parameters = query.value;
  const login = parameters.get('login') ?? '';
  const type = typeIn(parameters.get('type'));
  const after = parameters.get('after') ?? '';
  const sessions = useLoad(
    (signal) => call('GET /sessions', { query: { limit: 100, login, type, after }, signal }),
    [login, type, after],
  );
  const close = () => setEnding(undefined);
  return (
    <AccessPage>
      <SessionTable
        of={sessions}
        onEnd={setEnding}
        actions={() =>
          login !== '' &&
          type !== undefined && <Button onClick={() => setEnding('all')}>{t('End all sessions …')}</Button>
        }
      />
      {ending === 'all' && type !== undefined && (
        <EndSessions login={login} type={type} onClose={close} onDone={sessions.reload} />
      )}
      {typeof ending === 'object' && <EndSession session={ending} onClose={close} onDone={sessions.reload} />}
    </AccessPage>
  );
}

function typeIn(text: string | null): Session['type'] | undefined {
  return text === 'User' || text === 'Customer' ? text : undefined;
}
