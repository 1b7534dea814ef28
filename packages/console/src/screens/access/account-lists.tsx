import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { Entry } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Picker } from '../../components/field.js';
import { asSchema, wordOf } from '../../components/schema.js';
import type { Column } from '../../components/table.js';
import { EntryList } from '../entries/entry-list.js';
import { ReadOnlyNote } from '../entries/entry-page.js';
import { NewEntry } from '../entries/new-entry.js';
import { useKind } from '../entries/use-kind.js';
import { AccessPage } from './access-page.js';
import { NewPassword } from './password.js';
import { RoleMatrix } from './role-matrix.js';

/** The agents, who work with tickets. */
export function AgentsScreen() {
  const [password, setPassword] = useState('');
  return (
    <AccountList
      kind="Agents"
      add={t('New agent')}
      without={['Groups', 'Permissions']}
      inForm={<NewPassword value={password} onChange={setPassword} />}
      password={password}
    >
      <EntryList
        kind="Agents"
        label={t('Agents')}
        columns={[
          { title: t('Full name'), value: personName },
          textColumn(t('E-mail'), 'Email', 'wide'),
          { title: t('Groups (rw)'), shape: 'wide', cell: ({ values }) => <Names names={values.Groups} /> },
        ]}
        nothing={{
          icon: 'access',
          title: t('No agents yet'),
          text: t('Agents work with tickets. Their groups and roles say what they may do.'),
        }}
      />
    </AccountList>
  );
}

/** The customer users, who write tickets. */
export function CustomersScreen() {
  const [password, setPassword] = useState('');
  return (
    <AccountList
      kind="CustomerUsers"
      add={t('New customer user')}
      inForm={<NewPassword value={password} onChange={setPassword} />}
      password={password}
    >
      <EntryList
        kind="CustomerUsers"
        label={t('Customer users')}
        columns={[
          { title: t('Full name'), value: personName },
          textColumn(t('E-mail'), 'Email', 'wide'),
          textColumn(t('Customer company'), 'CustomerID', 'wide'),
        ]}
        nothing={{
          icon: 'access',
          title: t('No customer users yet'),
          text: t('Customer users write tickets, and see those of their company.'),
        }}
      />
    </AccountList>
  );
}

export function GroupsScreen() {
  return (
    <AccountList kind="Groups" add={t('New group')}>
      <EntryList
        kind="Groups"
        label={t('Groups')}
        columns={[textColumn(t('Comment'), 'Comment', 'fill')]}
        nothing={{
          icon: 'access',
          title: t('No groups yet'),
          text: t('Each queue belongs to a group, in which agents and roles have permissions.'),
        }}
      />
    </AccountList>
  );
}

export function RolesScreen() {
  const isMatrix = query.value.get('view') === 'matrix';
  const view = (
    <Picker
      label={t('View')}
      value={isMatrix ? 'matrix' : ''}
      choices={{ '': t('As a list'), matrix: t('As a matrix') }}
      onChange={(value) =>
        setQuery({ view: value, text: undefined, valid: undefined, after: undefined }, { replace: false })
      }
    />
  );
  return (
    <AccountList kind="Roles" add={t('New role')} without={['Permissions']}>
      {isMatrix ? (
        <RoleMatrix beside={view} />
      ) : (
        <EntryList
          kind="Roles"
          label={t('Roles')}
          beside={view}
          columns={[
            textColumn(t('Comment'), 'Comment', 'wide'),
            { title: t('Groups'), cell: ({ values }) => <Names names={Object.keys(asSchema(values.Permissions))} /> },
            { title: t('Agents'), shape: 'wide', cell: ({ values }) => <Names names={values.Agents} /> },
          ]}
          nothing={{
            icon: 'access',
            title: t('No roles yet'),
            text: t('A role gives all of its agents the same permissions.'),
          }}
        />
      )}
    </AccountList>
  );
}

interface AccountListProps {
  readonly kind: string;
  /** What the button to add one says. */
  readonly add: string;
  readonly without?: readonly string[];
  readonly inForm?: ComponentChildren;
  readonly password?: string;
  readonly children: ComponentChildren;
}

function AccountList({ kind: key, add, without, inForm, password, children }: AccountListProps) {
  const known = useKind(key);
  const isAdding = query.value.get('new') === '1';
  const close = () => setQuery({ new: undefined });
  const mayAdd = known.data?.isReadOnly === false;
  return (
    <AccessPage
      actions={
        mayAdd && (
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: '1' }, { replace: false })}>
            {add}
          </Button>
        )
      }
    >
      {known.data?.isReadOnly === true && <ReadOnlyNote />}
      {children}
      {isAdding && known.data?.isReadOnly === false && (
        <NewEntry title={add} kind={known.data.kind} onClose={close} without={without} password={password}>
          {inForm}
        </NewEntry>
      )}
    </AccessPage>
  );
}

function personName({ values: { FirstName, LastName } }: Entry): string {
  return [FirstName, LastName].filter((each) => typeof each === 'string').join(' ');
}

function textColumn(title: string, member: string, shape: 'wide' | 'fill'): Column<Entry> {
  const wordIn = ({ values }: Entry) => wordOf(values[member]);
  return { title, shape, value: wordIn };
}

/** Names that a cell shows; the others are counted. */
const MOST_NAMES = 4;

function Names({ names }: { readonly names: unknown }) {
  const all = Array.isArray(names) ? names.map(String) : [];
  return (
    <span class="row tight">
      {all.slice(0, MOST_NAMES).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {all.length > MOST_NAMES && (
        <span class="faint" title={all.slice(MOST_NAMES).join(', ')}>
          {t('and {number} more', { number: all.length - MOST_NAMES })}
        </span>
      )}
    </span>
  );
}
