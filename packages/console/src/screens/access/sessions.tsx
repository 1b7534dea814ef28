import type { Session } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { BASE, query } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ask } from '../../components/form-dialog.js';
import { openDialog } from '../../components/dialog.js';
import { ListScreen } from '../../components/list-screen.js';
import { Loading } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { Table, type Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { entryPath } from '../entries/use-kind.js';
import { AccessPage } from './access-page.js';
import { SetPassword } from './password.js';

/** Who is signed in, the last used first. */
export function SessionsScreen() {
  const [login = '', asked, after = ''] = ['login', 'type', 'after'].map((name) => query.value.get(name) ?? '');
  const type = asked === 'User' || asked === 'Customer' ? asked : undefined;
  const sessions = useAnswer('GET /sessions', { query: { limit: 100, login, type, after } });
  const owners = { '': t('Agents and customer users'), User: t('Agents'), Customer: t('Customer users') };
  return (
    <AccessPage>
      <ListScreen
        label={t('Sessions')}
        of={sessions}
        filters={[
          { name: 'login', label: t('Exact login') },
          { name: 'type', label: t('Who'), choices: owners },
        ]}
        counted={(number) => count(number, '{number} session', '{number} sessions')}
        actions={() =>
          login !== '' &&
          type !== undefined && (
            <Button
              needs="everything"
              onClick={() => endAll({ login, type }, sessions.reload)}
              text={t('End all sessions …')}
            />
          )
        }
        nothingFits={t('Nobody with this login is signed in')}
        pickKey={({ handle }) => handle}
        columns={[
          { title: t('Login'), value: ({ login: name }) => name, cell: OwnerLink },
          {
            title: t('Who'),
            shape: 'wide',
            cell: (session) => <Badge>{session.type === 'User' ? t('Agent') : t('Customer user')}</Badge>,
          },
          ...showSessions(sessions.reload),
        ]}
      />
    </AccessPage>
  );
}

function OwnerLink({ login, type }: Session) {
  return <a href={`${BASE}${entryPath(type === 'User' ? 'Agents' : 'CustomerUsers', login)}`}>{login}</a>;
}

function showSessions(onEnded: () => void): readonly Column<Session>[] {
  return [
    { title: t('Address'), shape: 'wide mono', value: ({ address }) => address },
    {
      title: t('Started'),
      shape: 'wide',
      value: ({ startedAt }) => startedAt,
      cell: (each) => <Age of={each.startedAt} />,
    },
    { title: t('Last used'), value: (each) => each.lastRequestAt, cell: (each) => <Age of={each.lastRequestAt} /> },
    {
      title: '',
      shape: 'action',
      cell: (session) => (
        <span class="row">
          {session.isOwn && <Badge tone="accent">{t('This one')}</Badge>}
          <Button
            needs="everything"
            kind="quiet"
            icon="out"
            label={t('End the session of {name}', { name: session.login })}
            onClick={() => endSession(session, onEnded)}
          />
        </span>
      ),
    },
  ];
}

interface Owner {
  readonly login: string;
  readonly type: Session['type'];
}

/** How an agent or a customer user signs in: what the menu of the page has for it, and the sessions. */
export function useSignIn(login: string, type: Session['type']) {
  const sessions = useAnswer('GET /sessions', { query: { login, type, limit: 20 } });
  const setPassword = () =>
    openDialog((close) => <SetPassword name={login} type={type} onClose={close} onDone={sessions.reload} />);
  return {
    menu: () => [
      { text: t('Set password …'), run: setPassword },
      { text: t('End all sessions …'), run: () => endAll({ login, type }, sessions.reload) },
    ],
    sessions: (
      <Card title={t('Sessions')}>
        <Loading of={sessions} lines={2}>
          {({ items, total }) => (
            <>
              {items.length === 0 && <p class="quiet">{t('Not signed in anywhere.')}</p>}
              {items.length > 0 && (
                <Table
                  label={t('Open sessions')}
                  rows={items}
                  pickKey={({ handle }) => handle}
                  columns={showSessions(sessions.reload)}
                />
              )}
              {total > items.length && <p class="faint">{count(total, '{number} session', '{number} sessions')}</p>}
            </>
          )}
        </Loading>
      </Card>
    ),
  };
}

function endSession({ handle, login }: Session, onDone: () => void): void {
  ask({
    title: t('End the session of {name}?', { name: login }),
    text: t('The person who uses it has to sign in again.'),
    action: t('End session'),
    onSubmit: async () => {
      await call('DELETE /sessions/{handle}', { path: { handle } });
      toast(t('The session has ended'));
      onDone();
    },
  });
}

function endAll({ login, type }: Owner, onDone: () => void): void {
  ask({
    title: t('End all sessions of {name}?', { name: login }),
    text: <AllSessions login={login} type={type} />,
    action: t('End all'),
    onSubmit: async () => {
      const { sessions } = await call('DELETE /sessions', { query: { login, type } });
      toast(count(sessions, '{number} session has ended', '{number} sessions have ended'));
      onDone();
    },
  });
}

function AllSessions({ login, type }: Owner) {
  const open = useAnswer('GET /sessions', { query: { login, type, limit: 1 } });
  return (
    <>
      <Loading of={open} lines={1}>
        {({ total }) => <p>{count(total, '{number} session ends.', '{number} sessions end.')}</p>}
      </Loading>
      <p>{t('On all devices and in all clients. API keys keep working.')}</p>
    </>
  );
}
