import { useState } from 'preact/hooks';

import type { Session } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { useTypedQuery } from '../../app/use-typed-query.js';
import { Button } from '../../components/button.js';
import { Empty } from '../../components/empty.js';
import { Picker, SearchField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Pager } from '../../components/pager.js';
import { AccessPage } from './access-page.js';
import { EndSession, EndSessions, SessionTable } from './session-table.js';

/** Who is signed in, the last used first. */
export function SessionsScreen() {
  const [typed, setTyped] = useTypedQuery('login');
  const [ending, setEnding] = useState<Session | 'all'>();
  const parameters = query.value;
  const login = parameters.get('login') ?? '';
  const type = typeIn(parameters.get('type'));
  const after = parameters.get('after') ?? '';
  const sessions = useLoad(
    (signal) =>
      call('GET /sessions', {
        query: {
          limit: 50,
          ...(login === '' ? {} : { login }),
          ...(type === undefined ? {} : { type }),
          ...(after === '' ? {} : { after }),
        },
        signal,
      }),
    [parameters.toString()],
  );
  const close = () => setEnding(undefined);
  return (
    <AccessPage>
      <div class="toolbar">
        <SearchField label={t('Exact login')} value={typed} onChange={setTyped} />
        <Picker
          label={t('Who')}
          value={type ?? ''}
          choices={[
            { value: '', text: t('Agents and customer users') },
            { value: 'User', text: t('Agents') },
            { value: 'Customer', text: t('Customer users') },
          ]}
          onChange={(value) => setQuery({ type: value, after: undefined })}
        />
        {sessions.data !== undefined && (
          <span class="faint">{count(sessions.data.total, '{number} session', '{number} sessions')}</span>
        )}
        <span class="grow" />
        {login !== '' && type !== undefined && (
          <Button onClick={() => setEnding('all')}>{t('End all sessions …')}</Button>
        )}
      </div>
      <Loading of={sessions}>
        {({ items, next }) =>
          items.length === 0 ? (
            <Nobody />
          ) : (
            <>
              <SessionTable sessions={items} onEnd={setEnding} />
              <Pager by="after" next={next} />
            </>
          )
        }
      </Loading>
      {ending === 'all' && type !== undefined && (
        <EndSessions login={login} type={type} onClose={close} onDone={sessions.reload} />
      )}
      {typeof ending === 'object' && <EndSession session={ending} onClose={close} onDone={sessions.reload} />}
    </AccessPage>
  );
}

function Nobody() {
  const clear = () => setQuery({ login: undefined, type: undefined, after: undefined });
  return (
    <Empty
      icon="access"
      title={t('Nobody with this login is signed in')}
      actions={<Button onClick={clear}>{t('Show all')}</Button>}
    />
  );
}

function typeIn(text: string | null): Session['type'] | undefined {
  return text === 'User' || text === 'Customer' ? text : undefined;
}
