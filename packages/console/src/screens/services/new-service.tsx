import { useMemo, useState } from 'preact/hooks';

import type { OperationType } from '../../api/admin-api.js';
import { call, wordsOf } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { serverText, t } from '../../app/language.js';
import { navigate, query, servicePath } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { CheckField, SearchField, SelectField, TextField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';

/** Chosen for somebody who has no service yet. */
const FIRST = ['Session::SessionCreate', 'Ticket::TicketCreate', 'Ticket::TicketGet', 'Ticket::TicketSearch'];

/** A service from operations; its definition is written by the server. */
export function NewServiceScreen() {
  const isFirst = query.value.get('first') === '1';
  const operations = useLoad(async (signal) => (await call('GET /operations', { signal })).items, []);
  return (
    <Page title={t('New service')} back={{ href: '/', text: t('Services') }}>
      <Loading of={operations}>{(all) => <NewService all={all} isFirst={isFirst} />}</Loading>
    </Page>
  );
}

function NewService({ all, isFirst }: { readonly all: readonly OperationType[]; readonly isFirst: boolean }) {
  const wanted = isFirst ? FIRST : query.value.getAll('operation');
  const [name, setName] = useState(isFirst ? 'Tickets' : '');
  // The definition is right: what the server does not take is the name.
  const [mistake, setMistake] = useState<string>();
  const [description, setDescription] = useState('');
  const [answer, setAnswer] = useState<'flat' | 'envelope' | 'problem'>('flat');
  const [transport, setTransport] = useState<'rest' | 'soap'>('rest');
  const [profile, setProfile] = useState<'contract' | 'otobo' | 'znuny' | 'otrs'>('contract');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(wanted.filter((type) => all.some((each) => each.type === type))),
  );
  const create = async () => {
    const operations = [...chosen].map((type) => ({ type }));
    const { definition } = await call('POST /operations/definition', {
      body: { operations, description, answer, profile, transport },
    });
    try {
      await call('POST /services', { body: { name, definition, comment: t('New service') } });
    } catch (cause) {
      setMistake(wordsOf(cause));
      return;
    }
    toast(t('{name} is served', { name }));
    // On an empty system, the next click sends a first request.
    const request = new URLSearchParams({ service: name, type: 'Ticket::TicketSearch' });
    navigate(isFirst ? `/try?${request.toString()}` : servicePath(name));
  };
  return (
    <div class="columns new-service">
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label={t('Name')}
          hint={t('Part of its address: /Webservice/{name}/…', { name: name === '' ? t('Name') : name })}
          error={mistake}
          value={name}
          onChange={(value) => {
            setName(value);
            setMistake(undefined);
          }}
          more={{ autofocus: true }}
        />
        <TextField label={t('Description')} value={description} onChange={setDescription} />
        <SelectField
          label={t('Transport')}
          value={transport}
          choices={[
            { value: 'rest', text: t('REST: JSON at a route of each operation') },
            { value: 'soap', text: t('SOAP: XML at one address, with a WSDL') },
          ]}
          onChange={(value) => setTransport(value as typeof transport)}
        />
        {transport === 'rest' && (
          <SelectField
            label={t('Answers')}
            hint={t('How answers and errors are written.')}
            value={answer}
            choices={[
              { value: 'flat', text: t('Flat, as OTOBO and Znuny answer') },
              { value: 'envelope', text: t('In an envelope: Success, ErrorMessage, Data') },
              { value: 'problem', text: t('With HTTP statuses and RFC 9457 errors') },
            ]}
            onChange={(value) => setAnswer(value as typeof answer)}
          />
        )}
        <SelectField
          label={t('Behaviour')}
          value={profile}
          choices={[
            { value: 'contract', text: t('As documented') },
            { value: 'otobo', text: t('Exactly as OTOBO, for clients that rely on it') },
            { value: 'znuny', text: t('Exactly as Znuny, for clients that rely on it') },
            { value: 'otrs', text: t('Exactly as OTRS, for clients that rely on it') },
          ]}
          onChange={(value) => setProfile(value as typeof profile)}
        />
        <div class="row">
          <Button kind="primary" submit disabled={name === '' || chosen.size === 0} onClick={create}>
            {t('Create and publish')}
          </Button>
          <Button onClick={() => navigate('/')}>{t('Cancel')}</Button>
        </div>
      </form>
      <OperationChoice all={all} chosen={chosen} onChange={setChosen} />
    </div>
  );
}

interface OperationChoiceProps {
  readonly all: readonly OperationType[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

function OperationChoice({ all, chosen, onChange }: OperationChoiceProps) {
  const [text, setText] = useState('');
  const found = useMemo(() => {
    const wanted = text.toLowerCase();
    return all.filter(({ type, summary }) => `${type} ${serverText(summary)}`.toLowerCase().includes(wanted));
  }, [all, text]);
  const set = (type: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(type);
    else next.delete(type);
    onChange(next);
  };
  return (
    <fieldset class="card">
      <legend class="hidden-text">{t('Operations')}</legend>
      <div class="row">
        <h2 class="grow">{t('Operations')}</h2>
        <span class="faint">{t('{number} chosen', { number: chosen.size })}</span>
      </div>
      <SearchField label={t('Search operations')} value={text} onChange={setText} />
      <div class="stack tight choices">
        {found.map(({ type, summary }) => (
          <CheckField
            key={type}
            label={type}
            hint={serverText(summary)}
            checked={chosen.has(type)}
            onChange={(is) => set(type, is)}
          />
        ))}
      </div>
    </fieldset>
  );
}
