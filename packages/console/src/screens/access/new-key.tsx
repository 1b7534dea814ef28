import { useState } from 'preact/hooks';

import type { ApiKey, NewApiKey, PostApiKeysBody } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { SelectField, TextField } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { ListField } from '../../components/list-field.js';
import { ReferenceField } from '../../components/reference-field.js';
import { listServices } from '../services/service-list.js';

interface NewKeyProps {
  readonly agent: string;
  readonly onClose: () => void;
  readonly onMade: (made: NewApiKey) => void;
}

interface Wanted {
  readonly name: string;
  readonly agent: string;
  readonly scope: string;
  readonly services: readonly string[];
  readonly operations: readonly string[];
  readonly addresses: readonly string[];
  /** Days, `never`, or `date`. */
  readonly ends: string;
  readonly date: string;
  readonly comment: string;
}

export function NewKey({ agent, onClose, onMade }: NewKeyProps) {
  const [wanted, setWanted] = useState<Wanted>(() => ({ ...NOTHING, agent }));
  const make = async () => {
    onMade(await call('POST /api-keys', { body: bodyOf(wanted) }));
    onClose();
  };
  return (
    <FormDialog
      title={t('New key')}
      action={t('Create key')}
      disabled={!isComplete(wanted)}
      onSubmit={make}
      onClose={onClose}
    >
      <KeyFields wanted={wanted} onChange={(changes) => setWanted({ ...wanted, ...changes })} />
    </FormDialog>
  );
}

interface ChangeKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Other bounds, or another end; name, agent and scope stay. */
export function ChangeKey({ apiKey, onClose, onDone }: ChangeKeyProps) {
  const { name, login: agent, scope, services, operations, addresses, expiresAt } = apiKey;
  const [wanted, setWanted] = useState<Wanted>(() => ({
    name,
    agent,
    scope: scope ?? '',
    services: services ?? [],
    operations: operations ?? [],
    addresses: addresses ?? [],
    ends: expiresAt === null ? 'never' : 'date',
    date: expiresAt?.slice(0, 10) ?? '',
    comment: '',
  }));
  const change = async () => {
    const { services: to, operations: types, addresses: from, expiresAt: end, comment } = bodyOf(wanted);
    const isSameDay = wanted.ends === 'date' && wanted.date === expiresAt?.slice(0, 10);
    const bounds = { services: to ?? null, operations: types ?? null, addresses: from ?? null };
    const body = {
      ...bounds,
      ...(isSameDay ? {} : { expiresAt: end ?? null }),
      ...(comment === '' ? {} : { comment }),
    };
    await call('PATCH /api-keys/{name}', { path: { name }, body });
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('Change {name}', { name })}
      action={t('Save')}
      disabled={!isComplete(wanted)}
      onSubmit={change}
      onClose={onClose}
    >
      <p class="quiet">{t('The secret stays as it is. The change counts within two seconds.')}</p>
      <BoundFields wanted={wanted} onChange={(changes) => setWanted({ ...wanted, ...changes })} />
    </FormDialog>
  );
}

function isComplete({ name, agent, ends, date }: Wanted): boolean {
  return name !== '' && agent !== '' && (ends !== 'date' || date !== '');
}

const NOTHING: Wanted = {
  name: '',
  agent: '',
  scope: '',
  services: [],
  operations: [],
  addresses: [],
  ends: '90',
  date: '',
  comment: '',
};

const DAY_MILLISECONDS = 86_400_000;

/** Bounds that are empty bind nothing. */
function bodyOf({ name, agent, scope, ends, date, comment, ...bounds }: Wanted): PostApiKeysBody {
  const { services, operations, addresses } = bounds;
  const inDays = () => new Date(Date.now() + Number(ends) * DAY_MILLISECONDS).toISOString();
  const isAdmin = scope === 'admin';
  return {
    name,
    agent,
    ...(isAdmin ? { scope: 'admin' as const } : {}),
    ...(isAdmin || services.length === 0 ? {} : { services }),
    ...(isAdmin || operations.length === 0 ? {} : { operations }),
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(ends === 'never' ? {} : { expiresAt: ends === 'date' ? date : inDays() }),
    comment,
  };
}

interface KeyFieldsProps {
  readonly wanted: Wanted;
  readonly onChange: (changes: Partial<Wanted>) => void;
}

function KeyFields({ wanted, onChange }: KeyFieldsProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        hint={t('Its purpose, for example "monitoring".')}
        value={wanted.name}
        onChange={(name) => onChange({ name })}
        more={{ autofocus: true, maxLength: 200 }}
      />
      <ReferenceField
        label={t('Acts as agent')}
        hint={t('The key can do what this agent may do, and nothing else.')}
        kind="Agents"
        value={wanted.agent}
        onChange={(agent) => onChange({ agent })}
      />
      <SelectField
        label={t('Access to')}
        value={wanted.scope}
        choices={{ '': t('Web services'), admin: t('The administration') }}
        onChange={(scope) => onChange({ scope })}
      />
      <BoundFields wanted={wanted} onChange={onChange} />
    </>
  );
}

function BoundFields({ wanted, onChange }: KeyFieldsProps) {
  return (
    <>
      {wanted.scope === '' && <ServiceBounds wanted={wanted} onChange={onChange} />}
      <ListField
        label={t('Only from addresses')}
        hint={t('For example 10.0.0.5 or 10.0.0.0/8; empty for all.')}
        values={wanted.addresses}
        onChange={(addresses) => onChange({ addresses })}
      />
      <SelectField
        label={t('Expires')}
        value={wanted.ends}
        choices={ends()}
        onChange={(value) => onChange({ ends: value })}
      />
      {wanted.ends === 'date' && (
        <TextField
          label={t('Date')}
          value={wanted.date}
          onChange={(date) => onChange({ date })}
          more={{ type: 'date' }}
        />
      )}
      <TextField
        label={t('Why, for the audit log')}
        value={wanted.comment}
        onChange={(comment) => onChange({ comment })}
      />
    </>
  );
}

function ServiceBounds({ wanted, onChange }: KeyFieldsProps) {
  const known = useLoad(async (signal) => {
    const [services, operations] = await Promise.all([listServices(signal), call('GET /operations', { signal })]);
    return { services: services.map(({ name }) => name), operations: operations.items.map(({ type }) => type) };
  }, []);
  return (
    <>
      <ListField
        label={t('Only web services')}
        hint={t('Empty for all that accept keys.')}
        values={wanted.services}
        suggestions={known.data?.services}
        accepts={(word) => known.data?.services.includes(word) !== false}
        onChange={(services) => onChange({ services })}
      />
      <ListField
        label={t('Only operations')}
        hint={t('Empty for all.')}
        values={wanted.operations}
        suggestions={known.data?.operations}
        accepts={(word) => known.data?.operations.includes(word) !== false}
        onChange={(operations) => onChange({ operations })}
      />
    </>
  );
}

function ends() {
  return [
    { value: '30', text: t('In 30 days') },
    { value: '90', text: t('In 90 days') },
    { value: '365', text: t('In one year') },
    { value: 'date', text: t('On a date …') },
    { value: 'never', text: t('Never') },
  ];
}
