import { useEffect, useRef, useState } from 'preact/hooks';

import type { OperationType, PostOperationsDefinitionBody } from '../../api/admin-api.js';
import { call, wordsOf } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { navigate, query, servicePath } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { SelectField, TextField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { ReferencesField } from '../../components/reference-field.js';
import { OperationChoice } from './operation-choice.js';

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

type Who = 'everybody' | 'agents' | 'keys' | 'nobody';

/** Where credentials are taken from, for those who may call it. */
const SOURCES = {
  everybody: ['SessionID', 'UserLogin', 'CustomerUserLogin'],
  agents: ['UserLogin'],
  keys: ['ApiKey'],
  nobody: ['ApiKey'],
} as const satisfies Readonly<Record<Who, PostOperationsDefinitionBody['accept']>>;

interface Wanted {
  readonly name: string;
  readonly description: string;
  readonly who: Who;
  /** Undefined: all agents. */
  readonly agents: readonly string[] | undefined;
  readonly transport: 'rest' | 'soap';
  readonly answer: 'flat' | 'envelope' | 'problem';
  readonly profile: 'contract' | 'otobo' | 'znuny' | 'otrs';
  readonly chosen: ReadonlySet<string>;
}

const USUAL = {
  name: '',
  description: '',
  who: 'agents',
  agents: undefined,
  transport: 'rest',
  answer: 'flat',
  profile: 'contract',
} as const;

function NewService({ all, isFirst }: { readonly all: readonly OperationType[]; readonly isFirst: boolean }) {
  const [wanted, setWanted] = useState<Wanted>(() => {
    const types = (isFirst ? FIRST : query.value.getAll('operation')).filter((type) =>
      all.some((each) => each.type === type),
    );
    return { ...USUAL, ...(isFirst ? { name: 'Tickets', who: 'everybody' } : {}), chosen: new Set(types) };
  });
  // The definition is right: what the server does not take is the name.
  const [mistake, setMistake] = useState<string>();
  const change = (changes: Partial<Wanted>) => setWanted({ ...wanted, ...changes });
  const name = wanted.name.replace(/[-.]+$/, '');
  const create = async (enabled: boolean) => {
    const { definition } = await call('POST /operations/definition', { body: definitionOf(wanted) });
    try {
      await call('POST /services', { body: { name, definition, enabled, comment: t('New service') } });
    } catch (cause) {
      setMistake(wordsOf(cause));
      return;
    }
    toast(enabled ? t('{name} is served', { name }) : t('{name} was created', { name }));
    // On an empty system, the next click sends a first request.
    navigate(isFirst && enabled ? servicePath(name, 'try', { type: 'Ticket::TicketSearch' }) : servicePath(name));
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form ref={form} class="columns new-service" onSubmit={(event) => event.preventDefault()}>
      <div class="stack">
        <TextField
          label={t('Name')}
          hint={t('Its address: {address}', {
            address: `${window.location.origin}/Webservice/${name === '' ? '…' : name}`,
          })}
          error={mistake}
          value={wanted.name}
          onChange={(value) => {
            change({ name: addressOf(value) });
            setMistake(undefined);
          }}
        />
        <TextField
          label={t('Description')}
          value={wanted.description}
          onChange={(description) => change({ description })}
        />
        <Callers wanted={wanted} onChange={change} />
        <Protocol wanted={wanted} onChange={change} />
      </div>
      <section class="card">
        <h2>{t('Operations')}</h2>
        <OperationChoice all={all} chosen={wanted.chosen} onChange={(chosen) => change({ chosen })} />
      </section>
      <CreateButtons
        isPublished={wanted.who !== 'nobody'}
        isComplete={name !== '' && wanted.chosen.size > 0}
        onCreate={create}
      />
    </form>
  );
}

function definitionOf({ who, agents = [], chosen, ...wanted }: Wanted): PostOperationsDefinitionBody {
  const { description, answer, profile, transport } = wanted;
  // A session that an operation of the service starts is of use for the others.
  const isOfSessions = who === 'agents' && chosen.has('Session::SessionCreate');
  return {
    operations: [...chosen].map((type) => ({ type })),
    description,
    answer,
    profile,
    transport,
    accept: isOfSessions ? ['SessionID', 'UserLogin'] : SOURCES[who],
    ...(who === 'agents' && agents.length > 0 ? { onlyAgents: agents } : {}),
  };
}

interface CreateButtonsProps {
  /** Whether it can be served at once. */
  readonly isPublished: boolean;
  readonly isComplete: boolean;
  readonly onCreate: (enabled: boolean) => Promise<void>;
}

function CreateButtons({ isPublished, isComplete, onCreate }: CreateButtonsProps) {
  return (
    <div class="stack tight">
      <div class="row">
        {isPublished && (
          <Button kind="primary" disabled={!isComplete} onClick={() => onCreate(true)}>
            {t('Create and publish')}
          </Button>
        )}
        <Button disabled={!isComplete} onClick={() => onCreate(false)}>
          {t('Create')}
        </Button>
        <Button kind="quiet" onClick={() => navigate('/')}>
          {t('Cancel')}
        </Button>
      </div>
      <p class="hint">{t('“Create” leaves it disabled: nobody can call it until you enable it.')}</p>
    </div>
  );
}

interface PartProps {
  readonly wanted: Wanted;
  readonly onChange: (changes: Partial<Wanted>) => void;
}

function Callers({ wanted: { who, agents }, onChange }: PartProps) {
  const hints = {
    everybody: t('As in OTOBO and Znuny: SessionID, UserLogin or CustomerUserLogin with Password.'),
    agents: t('Each request has UserLogin and Password.'),
    keys: t('Each request has a key, which you make under Access.'),
    nobody: t('It stays disabled. Once you enable it, it takes API keys.'),
  };
  return (
    <>
      <SelectField
        label={t('Who may call it')}
        hint={hints[who]}
        value={who}
        choices={[
          { value: 'agents', text: t('Agents by password') },
          { value: 'everybody', text: t('Agents and customers, by password or session') },
          { value: 'keys', text: t('API keys only') },
          { value: 'nobody', text: t('Nobody yet') },
        ]}
        onChange={(value) => onChange({ who: value as Who })}
      />
      {who === 'agents' && (
        <ReferencesField
          label={t('Only these agents')}
          hint={t('Empty: all agents who have a password.')}
          kind="Agents"
          value={agents}
          onChange={(logins) => onChange({ agents: logins })}
        />
      )}
    </>
  );
}

function Protocol({ wanted: { transport, answer, profile }, onChange }: PartProps) {
  return (
    <details>
      <summary>{t('Protocol, answers and behaviour')}</summary>
      <div class="stack">
        <SelectField
          label={t('Transport')}
          value={transport}
          choices={[
            { value: 'rest', text: t('REST: JSON at a route of each operation') },
            { value: 'soap', text: t('SOAP: XML at one address, with a WSDL') },
          ]}
          onChange={(value) => onChange({ transport: value as typeof transport })}
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
            onChange={(value) => onChange({ answer: value as typeof answer })}
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
          onChange={(value) => onChange({ profile: value as typeof profile })}
        />
      </div>
    </details>
  );
}

const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };

/** What is typed as a name, with what an address can have. */
function addressOf(text: string): string {
  return text
    .replace(/[äöüÄÖÜß]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.~]+/g, '-')
    .replace(/^[-.]+/, '');
}
