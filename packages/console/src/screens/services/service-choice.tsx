import type { Service } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { BASE, query, servicePath, setQuery } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { Empty } from '../../components/empty.js';
import { SelectField } from '../../components/field.js';
import type { IconName } from '../../components/icon.js';

/** The web service and the version that the address asks for; the first one, and what is published, unless it says so. */
export function chosenService(services: readonly Service[], prefersDraft = false) {
  const name = query.value.get('service') ?? services[0]?.name ?? '';
  const hasDraft = services.find((each) => each.name === name)?.hasDraft === true;
  const asked = query.value.get('draft') ?? (prefersDraft && hasDraft ? '1' : '');
  return { name, hasDraft, isDraft: asked === '1' };
}

interface ServiceChoiceProps {
  readonly services: readonly Service[];
  /** Parameters of the address that belong to one service. */
  readonly own: readonly string[];
  readonly prefersDraft?: boolean;
}

export function ServiceChoice({ services, own, prefersDraft }: ServiceChoiceProps) {
  const { name, hasDraft, isDraft } = chosenService(services, prefersDraft);
  const without = Object.fromEntries([...own, 'draft'].map((each) => [each, undefined]));
  const choices = services.map((each) => ({ value: each.name, text: each.name }));
  return (
    <>
      <SelectField
        label={t('Service')}
        value={name}
        choices={services.some((each) => each.name === name) ? choices : [{ value: name, text: name }, ...choices]}
        onChange={(service) => setQuery({ ...without, service }, { replace: false })}
      />
      {(hasDraft || isDraft) && (
        <SelectField
          label={t('Version')}
          value={isDraft ? '1' : '0'}
          choices={[
            { value: '0', text: t('The current version') },
            { value: '1', text: t('The draft') },
          ]}
          onChange={(draft) => setQuery({ draft }, { replace: false })}
        />
      )}
      <a href={BASE + servicePath(name)}>{t('Definition')}</a>
    </>
  );
}

interface NoServicesProps {
  readonly icon: IconName;
  /** What could be done with one. */
  readonly children: string;
}

export function NoServices({ icon, children }: NoServicesProps) {
  return (
    <Empty
      icon={icon}
      title={t('No web services yet')}
      actions={
        <>
          <Button kind="primary" icon="plus" href={`${BASE}/services/new?first=1`}>
            {t('Create the first service')}
          </Button>
          <Button icon="upload" href={`${BASE}/services/import`}>
            {t('Import from OTOBO or Znuny')}
          </Button>
        </>
      }
    >
      {children}
    </Empty>
  );
}
