import { useState } from 'preact/hooks';

import type { Session } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/confirm.js';
import { Loading } from '../../components/loading.js';
import { Table } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { entryPath } from '../entries/use-kind.js';

interface SessionTableProps {
  readonly sessions: readonly Session[];
  /** Whether they belong to different people. */
  readonly hasOwners?: boolean;
  readonly onEnd: (session: Session) => void;
}

export function SessionTable({ sessions, hasOwners = true, onEnd }: SessionTableProps) {
  const owner = {
    title: t('Login'),
    cell: ({ login, type }: Session) => (
      <a href={`${BASE}${entryPath(type === 'User' ? 'Agents' : 'CustomerUsers', login)}`}>{login}</a>
    ),
  };
  const kind = {
    title: t('Who'),
    shape: 'wide' as const,
    cell: ({ type }: Session) => <Badge>{type === 'User' ? t('Agent') : t('Customer user')}</Badge>,
  };
  return (
    <Table
      label={hasOwners ? t('Sessions') : t('Open sessions')}
      rows={sessions}
      keyOf={({ handle }) => handle}
      columns={[
        ...(hasOwners ? [owner, kind] : []),
        { title: t('Address'), shape: 'wide mono', cell: ({ address }) => address },
        { title: t('Started'), shape: 'wide', cell: ({ startedAt }) => <Age of={startedAt} /> },
        { title: t('Last used'), cell: ({ lastRequestAt }) => <Age of={lastRequestAt} /> },
        {
          title: '',
          shape: 'action',
          cell: (session) => (
            <Button
              kind="quiet"
              icon="out"
              label={t('End the session of {name}', { name: session.login })}
              onClick={() => onEnd(session)}
            />
          ),
        },
      ]}
    />
  );
}

interface Owner {
  readonly login: string;
  readonly type: Session['type'];
}

/** The sessions of one person. */
export function SessionsOf({ login, type }: Owner) {
  const sessions = useLoad((signal) => call('GET /sessions', { query: { login, type, limit: 20 }, signal }), [login]);
  const [ending, setEnding] = useState<Session>();
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{t('Sessions')}</h2>
      <Loading of={sessions} lines={2}>
        {({ items, total }) => (
          <>
            {items.length === 0 && <p class="quiet">{t('Not signed in anywhere.')}</p>}
            {items.length > 0 && <SessionTable sessions={items} hasOwners={false} onEnd={setEnding} />}
            {total > items.length && <p class="faint">{count(total, '{number} session', '{number} sessions')}</p>}
          </>
        )}
      </Loading>
      {ending !== undefined && (
        <EndSession session={ending} onClose={() => setEnding(undefined)} onDone={sessions.reload} />
      )}
    </section>
  );
}

interface AskProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function EndSession({ session: { handle, login }, onClose, onDone }: AskProps & { readonly session: Session }) {
  const end = async () => {
    await call('DELETE /sessions/{handle}', { path: { handle } });
    toast(t('The session has ended'));
    onDone();
  };
  return (
    <Confirm
      title={t('End the session of {name}?', { name: login })}
      action={t('End session')}
      onConfirm={end}
      onClose={onClose}
    >
      <p>{t('Whoever uses it has to sign in again.')}</p>
    </Confirm>
  );
}

export function EndSessions({ login, type, onClose, onDone }: AskProps & Owner) {
  const end = async () => {
    const { sessions } = await call('DELETE /sessions', { query: { login, type } });
    toast(count(sessions, '{number} session has ended', '{number} sessions have ended'));
    onDone();
  };
  return (
    <Confirm
      title={t('End all sessions of {name}?', { name: login })}
      action={t('End all')}
      onConfirm={end}
      onClose={onClose}
    >
      <p>{t('On all devices and in all clients. API keys keep working.')}</p>
    </Confirm>
  );
}
