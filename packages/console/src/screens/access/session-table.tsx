import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { GetSessionsAnswer, Session } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad, type Loaded } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/confirm.js';
import { ListScreen } from '../../components/list-screen.js';
import { Loading } from '../../components/loading.js';
import { Table, type Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { entryPath } from '../entries/use-kind.js';

interface SessionTableProps {
  readonly of: Loaded<GetSessionsAnswer>;
  readonly onEnd: (session: Session) => void;
  readonly actions: () => ComponentChildren;
}

/** The sessions of all. */
export function SessionTable({ of, onEnd, actions }: SessionTableProps) {
  const owner = {
    title: t('Login'),
    sortedBy: ({ login }: Session) => login,
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
    <ListScreen
      label={t('Sessions')}
      of={of}
      filters={[
        { name: 'login', label: t('Exact login') },
        { name: 'type', label: t('Who'), choices: owners() },
      ]}
      counted={(number) => count(number, '{number} session', '{number} sessions')}
      actions={actions}
      nothingFits={t('Nobody with this login is signed in')}
      keyOf={({ handle }) => handle}
      columns={[owner, kind, ...columnsOf(onEnd)]}
    />
  );
}

function owners() {
  return { '': t('Agents and customer users'), User: t('Agents'), Customer: t('Customer users') };
}

function columnsOf(onEnd: (session: Session) => void): readonly Column<Session>[] {
  return [
    { title: t('Address'), shape: 'wide mono', sortedBy: ({ address }) => address, cell: ({ address }) => address },
    { title: t('Started'), shape: 'wide', sortedBy: startOf, cell: (session) => <Age of={startOf(session)} /> },
    {
      title: t('Last used'),
      sortedBy: ({ lastRequestAt }) => lastRequestAt,
      cell: ({ lastRequestAt }) => <Age of={lastRequestAt} />,
    },
    {
      title: '',
      shape: 'action',
      cell: (session) => (
        <span class="row">
          {session.isOwn && <Badge tone="accent">{t('This one')}</Badge>}
          <Button
            kind="quiet"
            icon="out"
            label={t('End the session of {name}', { name: session.login })}
            onClick={() => onEnd(session)}
          />
        </span>
      ),
    },
  ];
}

function startOf({ startedAt }: Session): string {
  return startedAt;
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
            {items.length > 0 && (
              <Table
                label={t('Open sessions')}
                rows={items}
                keyOf={({ handle }) => handle}
                columns={columnsOf(setEnding)}
              />
            )}
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
  const open = useLoad((signal) => call('GET /sessions', { query: { login, type, limit: 1 }, signal }), []);
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
      <Loading of={open} lines={1}>
        {({ total }) => <p>{count(total, '{number} session ends.', '{number} sessions end.')}</p>}
      </Loading>
      <p>{t('On all devices and in all clients. API keys keep working.')}</p>
    </Confirm>
  );
}
