import type { ApiKey, NewApiKey } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/use-load.js';
import { joinFacts } from '../../app/format-value.js';
import { count, formatTime, t } from '../../app/language.js';
import { BASE, query, SERVER, setQuery } from '../../app/location.js';
import { may } from '../../app/may.js';
import { State } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { ask } from '../../components/form-dialog.js';
import { Dialog, openDialog } from '../../components/dialog.js';
import { Note } from '../../components/note.js';
import { ListScreen } from '../../components/list-screen.js';
import { Loading } from '../../components/loading.js';
import { Menu } from '../../components/menu.js';
import { Card } from '../../components/page.js';
import type { Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { Words } from '../../components/words.js';
import { AddButton } from '../../components/add-button.js';
import { entryPath } from '../entries/use-kind.js';
import { AccessPage } from './access-page.js';
import { ChangeKey, NewKey } from './new-key.js';

/** Keys with which programs call web services or the administration. */
export function KeysScreen() {
  const [text, state, after, agent = ''] = ['text', 'state', 'after', 'agent'].map(
    (name) => query.value.get(name) ?? '',
  );
  const isOpen = state === '' ? undefined : state === 'open';
  const keys = useAnswer('GET /api-keys', { query: { text, isOpen, after } });
  const show = (made: NewApiKey) => {
    openDialog((close) => <ShownOnce made={made} onClose={close} />);
    keys.reload();
  };
  return (
    <AccessPage actions={<AddButton text={t('New key')} needs="keys" />}>
      <ListScreen
        label={t('API keys')}
        of={keys}
        filters={[
          { name: 'text', label: t('Name, agent, service or operation') },
          {
            name: 'state',
            label: t('State'),
            choices: { '': t('All states'), open: t('Active'), closed: t('Revoked or expired') },
          },
        ]}
        counted={(number) => count(number, '{number} key', '{number} keys')}
        nothing={{
          icon: 'key',
          title: t('No API keys yet'),
          text: t(
            'A key lets a program act for an agent without its password, bound to services, operations and addresses.',
          ),
        }}
        nothingFits={t('No matching keys')}
        pickKey={({ name }) => name}
        columns={showKeys(keys.reload, show)}
      />
      {query.value.get('new') === '1' && may('keys') && (
        <NewKey agent={agent} onClose={() => setQuery({ new: undefined, agent: undefined })} onMade={show} />
      )}
    </AccessPage>
  );
}

function showKeys(onDone: () => void, onMade: (made: NewApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      title: t('Name'),
      value: ({ name }) => name,
      cell: (key) => (
        <>
          <span class="row-link" title={madeBy(key)}>
            <Words of={key.name} />
          </span>
          <span class="only-small faint break">{wordBounds(key)}</span>
        </>
      ),
    },
    {
      title: t('Agent'),
      value: ({ login }) => login,
      shape: 'wide',
      cell: ({ login }) => <a href={`${BASE}${entryPath('Agents', login)}`}>{login}</a>,
    },
    { title: t('Access to'), shape: 'wide', cell: (key) => <span class="quiet">{wordBounds(key)}</span> },
    {
      title: t('Last used'),
      shape: 'wide',
      value: (key) => key.lastUsedAt,
      cell: (key) => <Age of={key.lastUsedAt} />,
    },
    { title: t('Expires'), shape: 'wide', value: (key) => key.expiresAt, cell: (key) => <Age of={key.expiresAt} /> },
    { title: t('State'), cell: KeyState },
    {
      title: '',
      shape: 'action',
      cell: (key) =>
        key.revokedAt === null && (
          <Menu
            label={t('Actions of {name}', { name: key.name })}
            items={[
              {
                text: t('Change …'),
                needs: 'keys',
                run: () => openDialog((close) => <ChangeKey apiKey={key} onClose={close} onDone={onDone} />),
              },
              { text: t('New secret …'), needs: 'keys', run: () => reissue(key, onMade) },
              { text: t('Revoke …'), needs: 'keys', run: () => revoke(key, onDone), isDangerous: true },
            ]}
          />
        ),
    },
  ];
}

function madeBy({ createdAt, createdBy }: ApiKey): string {
  const time = formatTime(createdAt);
  return createdBy === null ? t('Created {time}', { time }) : t('Created {time} by {name}', { time, name: createdBy });
}

function wordBounds({ scope, services, operations, addresses }: ApiKey): string {
  const what =
    scope === 'admin'
      ? t('The administration')
      : services === null
        ? t('All web services that accept keys')
        : services.join(', ');
  const from = addresses && t('from {addresses}', { addresses: addresses.join(', ') });
  return joinFacts(what, operations?.join(', '), from);
}

function KeyState({ revokedAt, expiresAt }: ApiKey) {
  if (revokedAt !== null) return <State tone="bad" text={t('Revoked')} />;
  const isExpired = expiresAt !== null && new Date(expiresAt) <= new Date();
  return isExpired ? <State tone="warn" text={t('Expired')} /> : <State tone="good" text={t('Active')} />;
}

function reissue({ name }: ApiKey, onMade: (made: NewApiKey) => void): void {
  ask({
    title: t('Give {name} a new secret?', { name }),
    text: t('The old secret stops working at once. You see the new one only once.'),
    action: t('New secret'),
    onSubmit: async () => onMade(await call('POST /api-keys/{name}/rotate', { path: { name }, body: {} })),
  });
}

function revoke({ name }: ApiKey, onDone: () => void): void {
  ask({
    title: t('Revoke {name}?', { name }),
    text: t('Programs that use it get an error at once. This cannot be undone.'),
    action: t('Revoke'),
    typed: name,
    onSubmit: async () => {
      await call('DELETE /api-keys/{name}', { path: { name } });
      onDone();
    },
  });
}

/** Shows a new key, which can be copied only now. */
function ShownOnce({ made: { name, key }, onClose }: { readonly made: NewApiKey; readonly onClose: () => void }) {
  const curl = `curl -H 'X-API-Key: ${key}' ${SERVER}/Webservice/…`;
  return (
    <Dialog
      title={t('API key {name}', { name })}
      actions={<Button kind="primary" onClick={onClose} text={t('I have copied it')} />}
    >
      <Note tone="warn">{t('Copy the key now. It is not stored, so it cannot be shown again.')}</Note>
      <Code text={key} label={t('API key')} />
      <p class="quiet">{t('Programs send it with each request:')}</p>
      <Code text={curl} label={t('The same request by curl')} />
    </Dialog>
  );
}

export function AgentKeys({ login }: { readonly login: string }) {
  const keys = useAnswer('GET /api-keys', { query: { login } });
  const add = may('keys') && (
    <a href={`${BASE}/access/keys?new=1&agent=${encodeURIComponent(login)}`}>{t('New key')}</a>
  );
  return (
    <Card title={t('API keys')} beside={add}>
      <Loading of={keys} lines={2}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="quiet">{t('There are no keys for this agent.')}</p>}
            <ul class="lines">
              {items.map((key) => (
                <li key={key.name} class="row">
                  <a class="break" href={`${BASE}/access/keys?text=${encodeURIComponent(key.name)}`}>
                    {key.name}
                  </a>
                  <span class="grow faint break">{wordBounds(key)}</span>
                  <KeyState {...key} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </Card>
  );
}
