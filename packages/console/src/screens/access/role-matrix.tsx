import type { ComponentChildren } from 'preact';

import type { Entry } from '../../api/admin-api.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, query } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Empty } from '../../components/empty.js';
import { TextFilter } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { asSchema } from '../../components/schema.js';
import { entryPath } from '../entries/use-kind.js';
import { listAll } from './list-all.js';

interface Sides {
  readonly roles: readonly Entry[];
  readonly groups: readonly Entry[];
}

/** Valid roles and what each may do in each valid group; a role leads to where that is changed. */
export function RoleMatrix({ beside }: { readonly beside: ComponentChildren }) {
  const text = query.value.get('text') ?? '';
  const sides = useLoad<Sides>(
    async (signal) => ({ roles: await listAll('Roles', signal), groups: await listAll('Groups', signal) }),
    [],
  );
  return (
    <>
      <div class="toolbar">
        <TextFilter label={t('Search roles and groups')} name="text" />
        {beside}
      </div>
      <Loading of={sides}>{(found) => <Matrix {...filtered(found, text)} />}</Loading>
    </>
  );
}

/** Roles with the text; where there are none, groups with it. */
function filtered({ roles, groups }: Sides, text: string): Sides {
  const fits = ({ name }: Entry) => name.toLowerCase().includes(text.toLowerCase());
  return roles.some(fits) ? { roles: roles.filter(fits), groups } : { roles, groups: groups.filter(fits) };
}

function Matrix({ roles, groups }: Sides) {
  if (roles.length === 0 || groups.length === 0)
    return <Empty icon="access" title={t('No matching roles or groups')} />;
  return (
    <div class="table-frame matrix-frame" tabIndex={0} role="region" aria-label={t('Permissions of roles in groups')}>
      <table class="table matrix">
        <thead>
          <tr>
            <th scope="col">{t('Group')}</th>
            {roles.map(({ name }) => (
              <th key={name} scope="col">
                <a href={`${BASE}${entryPath('Roles', name)}`}>{name}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row" class="break">
                {group.name}
              </th>
              {roles.map((role) => (
                <td key={role.name}>
                  <Cell permissions={permissionsIn(role, group.name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ permissions }: { readonly permissions: readonly string[] }) {
  if (permissions.length === 0) return <span class="faint">–</span>;
  if (permissions.includes('rw')) return <Badge tone="accent">rw</Badge>;
  return (
    <span class="row tight cell-badges">
      {permissions.map((permission) => (
        <Badge key={permission}>{permission}</Badge>
      ))}
    </span>
  );
}

function permissionsIn({ values }: Entry, group: string): readonly string[] {
  const permissions = asSchema(values.Permissions)[group];
  return Array.isArray(permissions) ? permissions.map(String) : [];
}
