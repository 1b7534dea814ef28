import { useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { SearchField } from './field.js';

/** `rw`, which includes all others, then these. */
const PERMISSIONS = ['rw', 'ro', 'move_into', 'create', 'note', 'owner', 'priority'] as const;
type Permission = (typeof PERMISSIONS)[number];

export type Granted = Readonly<Record<string, readonly string[]>>;

interface PermissionMatrixProps {
  readonly label: string;
  readonly groups: readonly string[];
  readonly granted: Granted;
  /** What else gives a permission: for example the name of a role. */
  readonly givenBy?: (group: string, permission: string) => readonly string[];
  /** Undefined: it is only shown. */
  readonly onChange?: ((group: string, permissions: readonly string[]) => void) | undefined;
}

/** Rows from which on a list is searched. */
const MANY = 12;

export function PermissionMatrix({ label, groups, granted, givenBy, onChange }: PermissionMatrixProps) {
  const [text, setText] = useState('');
  const shown = groups.filter((group) => group.toLowerCase().includes(text.toLowerCase()));
  return (
    <div class="stack tight">
      {groups.length > MANY && <SearchField label={t('Search groups')} value={text} onChange={setText} />}
      <div class="table-frame matrix-frame" tabIndex={0} role="region" aria-label={label}>
        <table class="table matrix">
          <thead>
            <tr>
              <th scope="col">{t('Group')}</th>
              {PERMISSIONS.map((permission) => (
                <th key={permission} scope="col" title={explainPermission(permission)}>
                  {permission}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((group) => (
              <tr key={group}>
                <th scope="row" class="break">
                  {group}
                </th>
                {PERMISSIONS.map((permission) => (
                  <td key={permission}>
                    <Cell
                      group={group}
                      permission={permission}
                      granted={granted[group] ?? []}
                      givenBy={givenBy?.(group, permission) ?? []}
                      onChange={onChange}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface CellProps {
  readonly group: string;
  readonly permission: Permission;
  readonly granted: readonly string[];
  readonly givenBy: readonly string[];
  readonly onChange: PermissionMatrixProps['onChange'];
}

function Cell({ group, permission, granted, givenBy, onChange }: CellProps) {
  const isGranted = granted.includes(permission);
  const isIncluded = !isGranted && (granted.includes('rw') || givenBy.length > 0);
  const change = (event: { readonly currentTarget: HTMLInputElement }) => {
    const others = granted.filter((each) => each !== permission);
    onChange?.(group, event.currentTarget.checked ? [...others, permission].sort() : others);
  };
  const origin = [...(granted.includes('rw') && !isGranted ? ['rw'] : []), ...givenBy];
  const reason = origin.length === 0 ? '' : ` ${t('(by {names})', { names: origin.join(', ') })}`;
  return (
    <input
      type="checkbox"
      checked={isGranted}
      indeterminate={isIncluded}
      disabled={onChange === undefined || (isIncluded && granted.includes('rw'))}
      aria-label={`${permission}: ${group}${reason}`}
      title={`${explainPermission(permission)}${reason}`}
      onChange={change}
    />
  );
}

function explainPermission(permission: Permission): string {
  return {
    ro: t('Read tickets'),
    move_into: t('Move tickets into queues of the group'),
    create: t('Create tickets'),
    note: t('Add notes'),
    owner: t('Change the owner'),
    priority: t('Change the priority'),
    rw: t('Everything'),
  }[permission];
}
