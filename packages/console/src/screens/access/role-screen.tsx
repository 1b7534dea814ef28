import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { Loading } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { PermissionMatrix, type Granted } from '../../components/permission-matrix.js';
import { asSchema } from '../../components/schema.js';
import { EntryPage, type OpenEntry } from '../entries/entry-page.js';
import { listEntryNames } from '../entries/use-kind.js';
import '../../styles/entries.css';

export function RoleScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  return (
    <EntryPage kind="Roles" name={name} without={['Permissions']}>
      {(open) => <Permissions open={open} />}
    </EntryPage>
  );
}

function Permissions({ open: { edited, isReadOnly } }: { readonly open: OpenEntry }) {
  const groups = useLoad((signal) => listEntryNames('Groups', signal), []);
  const set = (group: string, permissions: readonly string[]) =>
    edited.change(['Permissions', group], permissions.length === 0 ? undefined : permissions);
  return (
    <Card title={t('Permissions')}>
      <Loading of={groups}>
        {(names) => (
          <PermissionMatrix
            label={t('Permissions in groups')}
            groups={names}
            // As the schema of the kind has it.
            granted={asSchema(edited.values.Permissions) as Granted}
            onChange={isReadOnly ? undefined : set}
          />
        )}
      </Loading>
    </Card>
  );
}
