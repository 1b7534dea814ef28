import type { ComponentChildren } from 'preact';

import type { Entry } from '../../api/admin-api.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, query } from '../../app/location.js';
import { Badge, Badges } from '../../components/badge.js';
import { Empty } from '../../components/empty.js';
import { TextFilter } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { Matrix } from '../../components/permission-matrix.js';
import { asSchema, wordsIn } from '../../components/schema.js';
import { entryPath, fetchAll, listEntryNames } from '../entries/use-kind.js';

interface Sides {
  readonly roles: readonly Entry[];
  readonly groups: readonly string[];
}

/** Valid roles and what each may do in each valid group; a role leads to where that is changed. */
export function RoleMatrix({ beside }: { readonly beside: ComponentChildren }) {
  const text = query.value.get('text') ?? '';
  const sides = useLoad<Sides>(
    async (signal) => ({ roles: await fetchAll('Roles', signal), groups: await listEntryNames('Groups', signal) }),
    [],
  );
  return (
    <>
      <div class="toolbar">
        <TextFilter label={t('Search roles and groups')} name="text" />
        {beside}
      </div>
      <Loading of={sides}>{(found) => <Roles {...filtered(found, text)} />}</Loading>
    </>
  );
}

/** Roles with the text; where there are none, groups with it. */
function filtered({ roles, groups }: Sides, text: string): Sides {
  const fits = (name: string) => name.toLowerCase().includes(text.toLowerCase());
  const found = roles.filter(({ name }) => fits(name));
  return found.length > 0 ? { roles: found, groups } : { roles, groups: groups.filter(fits) };
}

function Roles({ roles, groups }: Sides) {
  if (roles.length === 0 || groups.length === 0)
    return <Empty icon="access" title={t('No matching roles or groups')} />;
  const granted = new Map(roles.map(({ name, values }) => [name, asSchema(values.Permissions)]));
  return (
    <Matrix
      label={t('Permissions of roles in groups')}
      columns={roles.map(({ name }) => ({ name, head: <a href={`${BASE}${entryPath('Roles', name)}`}>{name}</a> }))}
      groups={groups}
      cell={(group, name) => <Cell permissions={wordsIn(granted.get(name)?.[group])} />}
    />
  );
}

function Cell({ permissions }: { readonly permissions: readonly string[] }) {
  if (permissions.length === 0) return <span class="faint">–</span>;
  if (permissions.includes('rw')) return <Badge tone="accent">rw</Badge>;
  return <Badges of={permissions} />;
}
