import type { GetServicesNameAnswer as Service } from '../../api/admin-api.js';
import { API, call } from '../../api/call.js';
import { lookAgain } from '../../app/health.js';
import { t } from '../../app/language.js';
import { navigate, toService } from '../../app/location.js';
import { toast, toastWarnings } from '../../app/toasts.js';
import { openDialog } from '../../components/dialog.js';
import { ask, NameDialog } from '../../components/form-dialog.js';
import { Menu } from '../../components/menu.js';
import { receiveVersion } from './own-changes.js';
import { findBase } from './service-list.js';

interface ServiceMenuProps {
  readonly service: Service;
  /** Loads it again. */
  readonly onChanged: () => void;
}

export function ServiceMenu({ service, onChanged }: ServiceMenuProps) {
  const { name } = service;
  const isDisabled = service.state === 'disabled';
  const exported = () => window.location.assign(`${API}/services/${encodeURIComponent(name)}/export`);
  const rename = (isClone: boolean) => () =>
    openDialog((close) => <NewName isClone={isClone} service={service} onClose={close} />);
  const needs = 'everything' as const;
  const items = [
    { text: t('Export'), run: exported },
    { text: t('Clone'), needs, run: rename(true) },
    { text: t('Rename'), needs, run: rename(false) },
    { text: isDisabled ? t('Enable') : t('Disable'), needs, run: () => askToSwitch(service, isDisabled, onChanged) },
    { text: t('Delete'), needs, run: () => erase(service), isDangerous: true },
  ];
  return <Menu label={t('Actions of {name}', { name })} text={t('Actions')} items={items} />;
}

function askToSwitch(service: Service, enabled: boolean, onChanged: () => void): void {
  const { name } = service;
  ask({
    title: enabled ? t('Enable {name}?', { name }) : t('Disable {name}?', { name }),
    text: enabled
      ? t('It is served again, with its current version.')
      : t('Its clients get an error until it is enabled again.'),
    action: enabled ? t('Enable') : t('Disable'),
    kind: enabled ? 'primary' : 'danger',
    onSubmit: async () => {
      const body = { base: findBase(service), enabled };
      toastWarnings(await receiveVersion(call('PATCH /services/{name}', { path: { name }, body })));
      lookAgain();
      onChanged();
    },
  });
}

function erase(service: Service): void {
  const { name } = service;
  ask({
    title: t('Delete {name}?', { name }),
    text: t('Its versions and its debug log are deleted, too. Nobody can get them back.'),
    action: t('Delete'),
    typed: name,
    onSubmit: async () => {
      toastWarnings(await call('DELETE /services/{name}', { path: { name }, query: { base: findBase(service) } }));
      navigate('/');
    },
  });
}

interface NewNameProps {
  readonly isClone: boolean;
  readonly service: Service;
  readonly onClose: () => void;
}

function NewName({ isClone, service, onClose }: NewNameProps) {
  const { name } = service;
  const save = async (wanted: string) => {
    const saved = isClone
      ? await call('POST /services/{name}/clone', { path: { name }, body: { name: wanted } })
      : await call('PATCH /services/{name}', { path: { name }, body: { base: findBase(service), name: wanted } });
    toast(isClone ? t('{name} was cloned', { name }) : t('{name} was renamed', { name }));
    toastWarnings(saved);
    navigate(toService(wanted));
  };
  return (
    <NameDialog
      title={isClone ? t('Clone {name}', { name }) : t('Rename {name}', { name })}
      action={isClone ? t('Clone') : t('Rename')}
      name={name}
      suggested={isClone ? `${name}-2` : name}
      onName={save}
      onClose={onClose}
    />
  );
}
