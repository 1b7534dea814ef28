import type { AgentAccess } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { formatTime, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Loading } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { PermissionMatrix, type Granted } from '../../components/permission-matrix.js';
import { asSchema, wordsIn } from '../../components/schema.js';
import { EntryPage, type OpenEntry } from '../entries/entry-page.js';
import { entryPath, listEntryNames } from '../entries/use-kind.js';
import { AgentKeys } from './keys.js';
import { useSignIn } from './sessions.js';
import '../../styles/entries.css';

/** One agent: who it is, what it may do and by what, and how it signs in. */
export function AgentScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const { menu, sessions } = useSignIn(name, 'User');
  return (
    <EntryPage kind="Agents" name={name} without={['Groups', 'Permissions']} menu={menu}>
      {(open) => (
        <>
          <Permissions key={`${open.entry.state} ${open.edited.round}`} open={open} />
          <AgentKeys login={name} />
          {sessions}
        </>
      )}
    </EntryPage>
  );
}

function Permissions({ open }: { readonly open: OpenEntry }) {
  const { name } = open.entry;
  const loaded = useLoad(
    async (signal) => ({
      access: await call('GET /agents/{name}/access', { path: { name }, signal }),
      groups: await listEntryNames('Groups', signal),
    }),
    [name],
  );
  return (
    <Card title={t('Permissions')}>
      <Loading of={loaded}>{(found) => <PermissionParts open={open} {...found} />}</Loading>
    </Card>
  );
}

interface PermissionPartsProps {
  readonly open: OpenEntry;
  readonly access: AgentAccess;
  readonly groups: readonly string[];
}

function PermissionParts({ open, access, groups }: PermissionPartsProps) {
  const { edited, isReadOnly } = open;
  const granted = ownPermissions(edited.values);
  const set = (group: string, permissions: readonly string[]) => {
    const others = permissions.filter((each) => each !== 'rw');
    const writable = Object.keys(granted).filter((each) => each !== group && granted[each]?.includes('rw') === true);
    edited.change(['Groups'], sortedOrNothing(permissions.includes('rw') ? [...writable, group] : writable));
    edited.change(['Permissions', group], others.length === 0 ? undefined : others);
  };
  return (
    <>
      <div class="row">
        <span class="quiet">{t('Roles')}</span>
        {access.roles.map(({ name, isValid }) => (
          <a key={name} href={`${BASE}${entryPath('Roles', name)}`}>
            <Badge tone={isValid ? 'accent' : 'plain'}>{name}</Badge>
          </a>
        ))}
        {access.roles.length === 0 && <span class="faint">{t('None')}</span>}
        <span class="grow" />
        <span class="faint">
          {access.lastLoginAt === null
            ? t('Never signed in')
            : t('Last signed in: {time}', { time: formatTime(access.lastLoginAt) })}
        </span>
      </div>
      <PermissionMatrix
        label={t('Permissions in groups')}
        groups={groups}
        granted={granted}
        givenBy={(group, permission) => rolesThatGive(access, group, permission)}
        onChange={isReadOnly ? undefined : set}
      />
      <p class="hint">{t('A dash means that a role gives the permission, or that rw includes it.')}</p>
    </>
  );
}

/** `Groups` are those with rw. */
function ownPermissions({ Groups, Permissions }: Readonly<Record<string, unknown>>): Granted {
  const granted: Record<string, readonly string[]> = {};
  for (const [group, permissions] of Object.entries(asSchema(Permissions))) granted[group] = wordsIn(permissions);
  for (const group of wordsIn(Groups)) granted[group] = [...(granted[group] ?? []), 'rw'];
  return granted;
}

function rolesThatGive({ permissions }: AgentAccess, group: string, permission: string): readonly string[] {
  const found = permissions.find((each) => each.group === group && each.permission === permission);
  return [...new Set((found?.origins ?? []).flatMap(({ role }) => (role === null ? [] : [role])))];
}

function sortedOrNothing(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : [...names].sort();
}
