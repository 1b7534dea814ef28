import type { GetServicesNameAnswer as Service } from '../../api/admin-api.js';
import { API, call } from '../../api/call.js';
import { lookAgain } from '../../app/condition.js';
import { t } from '../../app/language.js';
import { navigate, servicePath } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Confirm } from '../../components/confirm.js';
import { NameDialog } from '../../components/form-dialog.js';
import { Menu } from '../../components/menu.js';

/** What somebody may do with a service, and is asked for first. */
export type ServiceDeed = 'clone' | 'rename' | 'disable' | 'enable' | 'delete';

interface ServiceMenuProps {
  readonly service: Service;
  readonly onAsk: (deed: ServiceDeed) => void;
}

export function ServiceMenu({ service: { name, state }, onAsk }: ServiceMenuProps) {
  const isDisabled = state === 'disabled';
  const items = [
    {
      text: t('Export'),
      run: () => window.location.assign(`${API}/services/${encodeURIComponent(name)}/export`),
    },
    { text: t('Clone'), run: () => onAsk('clone') },
    { text: t('Rename'), run: () => onAsk('rename') },
    { text: isDisabled ? t('Enable') : t('Disable'), run: () => onAsk(isDisabled ? 'enable' : 'disable') },
    { text: t('Delete'), run: () => onAsk('delete'), isDangerous: true },
  ];
  return <Menu label={t('Actions of {name}', { name })} text={t('Actions')} items={items} />;
}

interface ServiceDialogProps {
  readonly deed: ServiceDeed;
  readonly service: Service;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ServiceDialog({ deed, service, onClose, onDone }: ServiceDialogProps) {
  if (deed === 'clone' || deed === 'rename') return <NewName deed={deed} service={service} onClose={onClose} />;
  const { name } = service;
  const base = service.details?.version?.id ?? 1;
  const run = async () => {
    if (deed === 'delete') {
      await call('DELETE /services/{name}', { path: { name }, query: { base } });
      lookAgain();
      navigate('/');
      return;
    }
    await call('PATCH /services/{name}', { path: { name }, body: { base, enabled: deed === 'enable' } });
    lookAgain();
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
  }[deed];
  return (
    <Confirm
      title={words.title}
      action={words.action}
      isHarmless={deed === 'enable'}
      onConfirm={run}
      onClose={onClose}
      {...(deed === 'delete' ? { typed: name } : {})}
    >
      <p>{words.text}</p>
    </Confirm>
  );
}

interface NewNameProps {
  readonly deed: 'clone' | 'rename';
  readonly service: Service;
  readonly onClose: () => void;
}

function NewName({ deed, service: { name, details }, onClose }: NewNameProps) {
  const isClone = deed === 'clone';
  const save = async (wanted: string) => {
    if (isClone) await call('POST /services/{name}/clone', { path: { name }, body: { name: wanted } });
    else {
      const base = details?.version?.id ?? 1;
      await call('PATCH /services/{name}', { path: { name }, body: { base, name: wanted } });
    }
    toast(isClone ? t('{name} was cloned', { name }) : t('{name} was renamed', { name }));
    onClose();
    navigate(servicePath(wanted));
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
