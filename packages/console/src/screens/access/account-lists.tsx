import type { Entry } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { Badges } from '../../components/badge.js';
import { asSchema, toFieldText, wordsIn } from '../../components/schema.js';
import type { Column } from '../../components/table.js';
import { KindEntries, type KindEntriesProps } from '../entries/kind-entries.js';
import { AddButton } from '../../components/add-button.js';
import { useKind } from '../entries/use-kind.js';
import { AccessPage } from './access-page.js';

export function AgentsScreen() {
  return (
    <AccountList
      kind="Agents"
      add={t('New agent')}
      without={['Groups', 'Permissions']}
      hasPassword
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
  );
}

export function CustomersScreen() {
  return (
    <AccountList
      kind="CustomerUsers"
      add={t('New customer user')}
      hasPassword
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
  );
}

export function GroupsScreen() {
  return (
    <AccountList
      kind="Groups"
      add={t('New group')}
      columns={[textColumn(t('Comment'), 'Comment', 'fill')]}
      nothing={{
        icon: 'access',
        title: t('No groups yet'),
        text: t('Each queue belongs to a group, in which agents and roles have permissions.'),
      }}
    />
  );
}

export function RolesScreen() {
  return (
    <AccountList
      kind="Roles"
      add={t('New role')}
      without={['Permissions']}
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
  );
}

function AccountList(entries: Omit<KindEntriesProps, 'known'>) {
  const known = useKind(entries.kind).data;
  return (
    <AccessPage actions={known?.isReadOnly === false && <AddButton text={entries.add} />}>
      <KindEntries {...entries} known={known} />
    </AccessPage>
  );
}

function personName({ values: { FirstName, LastName } }: Entry): string {
  return [FirstName, LastName].filter((each) => typeof each === 'string').join(' ');
}

function textColumn(title: string, member: string, shape: 'wide' | 'fill'): Column<Entry> {
  const wordIn = ({ values }: Entry) => toFieldText(values[member]);
  return { title, shape, value: wordIn };
}

/** Names that a cell shows; the others are counted. */
const MOST_NAMES = 4;

function Names({ names }: { readonly names: unknown }) {
  const all = wordsIn(names);
  return (
    <span class="row tight">
      <Badges of={all.slice(0, MOST_NAMES)} />
      {all.length > MOST_NAMES && (
        <span class="faint" title={all.slice(MOST_NAMES).join(', ')}>
          {t('and {number} more', { number: all.length - MOST_NAMES })}
        </span>
      )}
    </span>
  );
}
