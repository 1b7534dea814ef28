import type { ApiKey, NewApiKey, PostApiKeysBody } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { administrator } from '../../api/signed-in.js';
import { useLoad } from '../../api/use-load.js';
import { DAY, formatTime, t } from '../../app/language.js';
import { may } from '../../app/may.js';
import { CommentField, SelectField, TextField, useFields } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { ListField } from '../../components/list-field.js';
import { ReferenceField } from '../../components/reference-field.js';
import { getServices } from '../services/service-list.js';

interface NewKeyProps {
  readonly agent: string;
  readonly onClose: () => void;
  readonly onMade: (made: NewApiKey) => void;
}

const unbound: readonly string[] = [];

const NOTHING = {
  name: '',
  agent: '',
  scope: '',
  services: unbound,
  operations: unbound,
  addresses: unbound,
  /** Days, `never`, or `date`. */
  ends: '90',
  date: '',
  comment: '',
};

type Wanted = typeof NOTHING;

export function NewKey({ agent, onClose, onMade }: NewKeyProps) {
  const fields = useFields<Wanted>({
    ...NOTHING,
    agent: may('everything') ? agent : (administrator.value?.login ?? ''),
  });
  const make = async () => onMade(await call('POST /api-keys', { body: toKeyBody(fields.values) }));
  return (
    <FormDialog
      title={t('New key')}
      action={t('Create key')}
      disabled={!isComplete(fields.values)}
      onSubmit={make}
      onClose={onClose}
    >
      <KeyFields {...fields} />
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
  const fields = useFields<Wanted>({
    name,
    agent,
    scope: scope ?? '',
    comment: '',
    services: services ?? [],
    operations: operations ?? [],
    addresses: addresses ?? [],
    ends: expiresAt === null ? 'never' : 'date',
    date: expiresAt?.slice(0, 10) ?? '',
  });
  const { values } = fields;
  const change = async () => {
    const { services: to, operations: types, addresses: from, expiresAt: end, comment } = toKeyBody(values);
    const isSameDay = values.ends === 'date' && values.date === expiresAt?.slice(0, 10);
    const bounds = { services: to ?? null, operations: types ?? null, addresses: from ?? null };
    const body = {
      ...bounds,
      ...(isSameDay ? {} : { expiresAt: end ?? null }),
      ...(comment === '' ? {} : { comment }),
    };
    await call('PATCH /api-keys/{name}', { path: { name }, body });
    onDone();
  };
  return (
    <FormDialog
      title={t('Change {name}', { name })}
      action={t('Save')}
      disabled={!isComplete(values)}
      onSubmit={change}
      onClose={onClose}
    >
      <p class="quiet">{t('The secret stays as it is. The change counts within two seconds.')}</p>
      <BoundFields {...fields} />
    </FormDialog>
  );
}

function isComplete({ name, agent, services, ends, date }: Wanted): boolean {
  if (!may('everything') && services.length === 0) return false;
  return name !== '' && agent !== '' && (ends !== 'date' || date !== '');
}

/** Bounds that are empty bind nothing. */
function toKeyBody({ name, agent, scope, ends, date, comment, ...bounds }: Wanted): PostApiKeysBody {
  const { services, operations, addresses } = bounds;
  const inDays = () => new Date(Date.now() + Number(ends) * DAY).toISOString();
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

type Fields = ReturnType<typeof useFields<Wanted>>;

function KeyFields(fields: Fields) {
  const { makeField } = fields;
  return (
    <>
      <TextField
        label={t('Name')}
        hint={t('Its purpose, for example "monitoring".')}
        {...makeField('name')}
        more={{ autofocus: true, maxLength: 200 }}
      />
      {/* Others make keys for their web services alone, which act as themselves. */}
      {may('everything') && (
        <>
          <ReferenceField
            label={t('Acts as agent')}
            hint={t('The key can do what this agent may do, and nothing else.')}
            kind="Agents"
            {...makeField('agent')}
          />
          <SelectField
            label={t('Access to')}
            {...makeField('scope')}
            choices={{ '': t('Web services'), admin: t('The administration') }}
          />
        </>
      )}
      <BoundFields {...fields} />
    </>
  );
}

function BoundFields({ values, makeField }: Fields) {
  return (
    <>
      {values.scope === '' && <ServiceBounds makeField={makeField} services={values.services} />}
      <ListField
        label={t('Only from addresses')}
        hint={t('For example 10.0.0.5 or 10.0.0.0/8; empty for all.')}
        accepts={(word) => NETWORK.test(word)}
        refusal={(name) => t('{name} is not an address, or not a network such as 10.0.0.0/8.', { name })}
        {...makeField('addresses')}
      />
      <SelectField label={t('Expires')} {...makeField('ends')} choices={ends()} />
      {values.ends === 'date' && (
        <TextField
          label={t('Date')}
          hint={values.date && t('It ends at {time}.', { time: formatTime(values.date) })}
          {...makeField('date')}
          more={{ type: 'date' }}
        />
      )}
      <CommentField {...makeField('comment')} />
    </>
  );
}

const IPV4 = String.raw`(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$|/)|(?=$|/))){4}(?:/(?:[12]?\d|3[0-2]))?`;
const IPV6 = String.raw`[\da-f.]*:[\da-f:.]*(?:/(?:\d?\d|1[01]\d|12[0-8]))?`;
/** Addresses, and networks with as many bits as there are; the server checks again. */
const NETWORK = new RegExp(`^(?:${IPV4}|${IPV6})$`, 'i');

async function loadOffers(signal?: AbortSignal) {
  const [services, { items }] = await Promise.all([getServices(signal), call('GET /operations', { signal })]);
  return { services: services.map(({ name }) => name), operations: items };
}

type Offers = Awaited<ReturnType<typeof loadOffers>>;

/** @param services only operations that one of them offers can be called; all where there is none */
function ServiceBounds({ makeField, services }: Pick<Fields, 'makeField'> & Pick<Wanted, 'services'>) {
  const { data } = useLoad(loadOffers, []);
  const pick = {
    services: (offers: Offers) => offers.services,
    operations: ({ operations }: Offers) =>
      operations
        .filter((each) => services.length === 0 || each.services.some((name) => services.includes(name)))
        .map(({ type }) => type),
  };
  const names = (of: keyof typeof pick) => ({
    ...makeField(of),
    suggestions: data && pick[of](data),
    // A word may be added before the names have come.
    accepts: async (word: string) => pick[of](data ?? (await loadOffers())).includes(word),
  });
  return (
    <>
      <ListField
        label={t('Only web services')}
        hint={may('everything') ? t('Empty for all that accept keys.') : t('Those whose keys you manage.')}
        {...names('services')}
      />
      <ListField
        label={t('Only operations')}
        hint={t('Empty for all.')}
        refusal={(name) => t('No chosen web service offers {name}.', { name })}
        {...names('operations')}
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
