import type { ApiKey, GetApiKeysAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad, type Loaded } from '../../api/use-load.js';
import { count, formatTime, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { State, type Tone } from '../../components/badge.js';
import { Loading } from '../../components/loading.js';
import { Menu } from '../../components/menu.js';
import { ListScreen } from '../../components/list-screen.js';
import { Age } from '../../components/time.js';
import { Words } from '../../components/words.js';
import { entryPath } from '../entries/use-kind.js';

interface KeyTableProps {
  readonly of: Loaded<GetApiKeysAnswer>;
  readonly onChange: (key: ApiKey) => void;
  readonly onRotate: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

export function KeyTable({ of, onChange, onRotate, onRevoke }: KeyTableProps) {
  return (
    <ListScreen
      label={t('API keys')}
      of={of}
      filters={[
        { name: 'text', label: t('Name, agent, service or operation') },
        { name: 'state', label: t('State'), choices: states() },
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
      keyOf={({ name }) => name}
      columns={[
        {
          title: t('Name'),
          sortedBy: ({ name }) => name,
          cell: (key) => (
            <>
              <span class="row-link" title={madeBy(key)}>
                <Words of={key.name} />
              </span>
              <span class="only-small faint break">{boundsOf(key)}</span>
            </>
          ),
        },
        {
          title: t('Agent'),
          sortedBy: ({ login }) => login,
          shape: 'wide',
          cell: ({ login }) => <a href={`${BASE}${entryPath('Agents', login)}`}>{login}</a>,
        },
        { title: t('Access to'), shape: 'wide', cell: (key) => <span class="quiet">{boundsOf(key)}</span> },
        {
          title: t('Last used'),
          sortedBy: ({ lastUsedAt }) => lastUsedAt,
          shape: 'wide',
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? <span class="faint">{t('Never')}</span> : <Age of={lastUsedAt} />,
        },
        {
          title: t('Expires'),
          sortedBy: ({ expiresAt }) => expiresAt,
          shape: 'wide',
          cell: ({ expiresAt }) =>
            expiresAt === null ? <span class="faint">{t('Never')}</span> : <Age of={expiresAt} />,
        },
        { title: t('State'), cell: (key) => <KeyState apiKey={key} /> },
        {
          title: '',
          shape: 'action',
          cell: (key) =>
            key.revokedAt === null && (
              <Menu
                label={t('Actions of {name}', { name: key.name })}
                items={[
                  { text: t('Change …'), run: () => onChange(key) },
                  { text: t('New secret …'), run: () => onRotate(key) },
                  { text: t('Revoke …'), run: () => onRevoke(key), isDangerous: true },
                ]}
              />
            ),
        },
      ]}
    />
  );
}

function states() {
  return { '': t('All states'), open: t('Active'), closed: t('Revoked or expired') };
}

function madeBy({ createdAt, createdBy }: ApiKey): string {
  const time = formatTime(createdAt);
  return createdBy === null ? t('Created {time}', { time }) : t('Created {time} by {name}', { time, name: createdBy });
}

/** What a key may do, in words. */
function boundsOf({ scope, services, operations, addresses }: ApiKey): string {
  const what =
    scope === 'admin'
      ? t('The administration')
      : services === null
        ? t('All web services that accept keys')
        : services.join(', ');
  return [
    what,
    ...(operations === null ? [] : [operations.join(', ')]),
    ...(addresses === null ? [] : [t('from {addresses}', { addresses: addresses.join(', ') })]),
  ].join(' · ');
}

export function KeyState({ apiKey }: { readonly apiKey: ApiKey }) {
  const { tone, text } = stateOf(apiKey);
  return <State tone={tone}>{text}</State>;
}

function stateOf({ revokedAt, expiresAt }: ApiKey): { readonly tone: Tone; readonly text: string } {
  if (revokedAt !== null) return { tone: 'bad', text: t('Revoked') };
  if (expiresAt !== null && new Date(expiresAt) <= new Date()) return { tone: 'warn', text: t('Expired') };
  return { tone: 'good', text: t('Active') };
}

/** The keys of one agent. */
export function KeysOf({ login }: { readonly login: string }) {
  const keys = useLoad((signal) => call('GET /api-keys', { query: { login }, signal }), [login]);
  return (
    <section class="card" aria-labelledby="keys">
      <div class="row">
        <h2 class="grow" id="keys">
          {t('API keys')}
        </h2>
        <a href={`${BASE}/access/keys?new=1&agent=${encodeURIComponent(login)}`}>{t('New key')}</a>
      </div>
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
                  <span class="grow faint break">{boundsOf(key)}</span>
                  <KeyState apiKey={key} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </section>
  );
}
