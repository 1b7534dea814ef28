import { useState } from 'preact/hooks';

import type { Session } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { query } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { ChoiceFilter, NothingFits, TextFilter } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { Pager } from '../../components/pager.js';
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
    (signal) => call('GET /sessions', { query: { limit: 50, login, type, after }, signal }),
    [parameters.toString()],
  );
  const close = () => setEnding(undefined);
  return (
    <AccessPage>
      <div class="toolbar">
        <TextFilter label={t('Exact login')} name="login" />
        <ChoiceFilter
          label={t('Who')}
          name="type"
          choices={[
            { value: '', text: t('Agents and customer users') },
            { value: 'User', text: t('Agents') },
            { value: 'Customer', text: t('Customer users') },
          ]}
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
            <NothingFits title={t('Nobody with this login is signed in')} />
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

function typeIn(text: string | null): Session['type'] | undefined {
  return text === 'User' || text === 'Customer' ? text : undefined;
}
