import { useState } from 'preact/hooks';

import type { Service } from '../../api/admin-api.js';
import { API, call } from '../../api/call.js';
import { t } from '../../app/language.js';
import { navigate, servicePath } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Confirm } from '../../components/confirm.js';
import { TextField } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { Menu, type MenuItem } from '../../components/menu.js';

export interface ServiceAction {
  readonly kind: 'clone' | 'rename' | 'disable' | 'enable' | 'delete';
  readonly service: Service;
}

/** What can be done with a service, in a menu. */
export function serviceMenu(service: Service, onAction: (action: ServiceAction) => void) {
  const ask = (kind: ServiceAction['kind'], text: string): MenuItem => ({
    text,
    run: () => onAction({ kind, service }),
    isDangerous: kind === 'delete',
  });
  const { name, state, id } = service;
  const items = [
    { text: t('Edit'), run: () => navigate(servicePath(name)) },
    { text: t('Invokers'), run: () => navigate(servicePath(name, 'invokers')) },
    { text: t('History'), run: () => navigate(servicePath(name, 'history')) },
    { text: t('Try it'), run: () => navigate(`/try?service=${encodeURIComponent(name)}`) },
    { text: t('Debug log'), run: () => navigate(`/log?service=${encodeURIComponent(name)}`) },
    { text: t('Export'), run: () => window.location.assign(exportAddress(name)) },
    ask('clone', t('Clone')),
    ask('rename', t('Rename')),
    state === 'disabled' ? ask('enable', t('Enable')) : ask('disable', t('Disable')),
    ask('delete', t('Delete')),
  ];
  return <Menu label={t('Actions of {name}', { name })} items={id === undefined ? items.slice(0, 1) : items} />;
}

export function exportAddress(name: string): string {
  return `${API}/services/${encodeURIComponent(name)}/export`;
}

interface ServiceDialogProps {
  readonly action: ServiceAction;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ServiceDialog({ action: { kind, service }, onClose, onDone }: ServiceDialogProps) {
  if (kind === 'clone' || kind === 'rename') {
    return <NameDialog kind={kind} service={service} onClose={onClose} onDone={onDone} />;
  }
  const { name } = service;
  const base = service.details?.version?.id ?? 1;
  const run = async () => {
    if (kind === 'delete') await call('DELETE /services/{name}', { path: { name }, query: { base } });
    else await call('PATCH /services/{name}', { path: { name }, body: { base, enabled: kind === 'enable' } });
    onDone();
  };
  const words = {
    delete: {
      title: t('Delete {name}?', { name }),
      text: t('Its versions and its debug log are deleted, too. Nobody can get them back.'),
      action: t('Delete'),
    },
    disable: {
      title: t('Disable {name}?', { name }),
      text: t('Whoever calls it gets an error until it is enabled again.'),
      action: t('Disable'),
    },
    enable: {
      title: t('Enable {name}?', { name }),
      text: t('It is served again, with its current version.'),
      action: t('Enable'),
    },
  }[kind];
  return (
    <Confirm
      title={words.title}
      action={words.action}
      isHarmless={kind === 'enable'}
      onConfirm={run}
      onClose={onClose}
      {...(kind === 'delete' ? { typed: name } : {})}
    >
      <p>{words.text}</p>
    </Confirm>
  );
}

interface NameDialogProps {
  readonly kind: 'clone' | 'rename';
  readonly service: Service;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function NameDialog({ kind, service, onClose, onDone }: NameDialogProps) {
  const { name } = service;
  const [wanted, setWanted] = useState(kind === 'clone' ? `${name}-2` : name);
  const save = async () => {
    if (kind === 'clone') await call('POST /services/{name}/clone', { path: { name }, body: { name: wanted } });
    else {
      const base = service.details?.version?.id ?? 1;
      await call('PATCH /services/{name}', { path: { name }, body: { base, name: wanted } });
    }
    toast(kind === 'clone' ? t('{name} was cloned', { name }) : t('{name} was renamed', { name }));
    onClose();
    onDone();
    navigate(servicePath(wanted));
  };
  return (
    <FormDialog
      title={kind === 'clone' ? t('Clone {name}', { name }) : t('Rename {name}', { name })}
      action={kind === 'clone' ? t('Clone') : t('Rename')}
      disabled={wanted === '' || wanted === name}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t('Name')} value={wanted} onChange={setWanted} more={{ autofocus: true }} />
    </FormDialog>
  );
}
