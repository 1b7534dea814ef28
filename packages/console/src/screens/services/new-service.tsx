import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { OperationType, PostOperationsDefinitionBody } from '../../api/admin-api.js';
import { call, wordProblem } from '../../api/call.js';
import { useAnswer } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { navigate, query, SERVER, toService } from '../../app/location.js';
import { toast, toastWarnings } from '../../app/toasts.js';
import { useUnsaved } from '../../app/use-unsaved.js';
import { Button } from '../../components/button.js';
import { SelectField, TextField, useFields } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Card, Page } from '../../components/page.js';
import { ReferencesField } from '../../components/reference-field.js';
import { OperationChoice } from './operation-choice.js';

/** Chosen for somebody who has no service yet. */
const FIRST = ['Session::SessionCreate', 'Ticket::TicketCreate', 'Ticket::TicketGet', 'Ticket::TicketSearch'];

/** A service from operations; its definition is written by the server. */
export function NewServiceScreen() {
  const isFirst = query.value.get('first') === '1';
  const operations = useAnswer('GET /operations');
  return (
    <Page title={t('New service')} back={{ href: '/', text: t('Services') }}>
      <Loading of={operations}>{({ items }) => <NewService all={items} isFirst={isFirst} />}</Loading>
    </Page>
  );
}

interface Wanted {
  readonly name: string;
  readonly who: 'everybody' | 'agents' | 'keys' | 'nobody';
  /** Undefined: all agents. */
  readonly agents: readonly string[] | undefined;
  readonly description: string;
  readonly transport: 'rest' | 'soap';
  readonly answer: 'flat' | 'envelope' | 'problem';
  readonly profile: 'contract' | 'otobo' | 'znuny' | 'otrs';
  readonly chosen: ReadonlySet<string>;
}

const USUAL: Wanted = {
  name: '',
  description: '',
  who: 'agents',
  agents: undefined,
  chosen: new Set(),
  transport: 'rest',
  answer: 'flat',
  profile: 'contract',
};

function NewService({ all, isFirst }: { readonly all: readonly OperationType[]; readonly isFirst: boolean }) {
  const { values: wanted, makeField } = useFields<Wanted>(() => {
    const types = isFirst ? FIRST : query.value.getAll('operation');
    const chosen = new Set(types.filter((type) => all.some((each) => each.type === type)));
    return { ...USUAL, ...(isFirst ? { name: 'Tickets', who: 'everybody' } : {}), chosen };
  });
  const first = useRef(wanted).current;
  const [next, setNext] = useState<string>();
  useUnsaved(wanted !== first && next === undefined);
  useEffect(() => {
    if (next !== undefined) navigate(next);
  }, [next]);
  // The definition is right: what the server does not take is the name.
  const [mistake, setMistake] = useState<string>();
  const { chosen, who } = wanted;
  const name = wanted.name.replace(/[-.]+$/, '');
  const form = useRef<HTMLFormElement>(null);
  const create = async (enabled: boolean) => {
    if (form.current?.reportValidity() === false) return;
    const { definition } = await call('POST /operations/definition', { body: toDefinitionBody(wanted) });
    try {
      const body = { name, definition, enabled, comment: t('New service') };
      toastWarnings(await call('POST /services', { body }));
    } catch (cause) {
      setMistake(wordProblem(cause));
      return;
    }
    toast(enabled ? t('{name} is served', { name }) : t('{name} was created', { name }));
    // On an empty system, the next click sends a first request.
    if (isFirst && enabled) setNext(toService(name, 'try', { type: 'Ticket::TicketSearch' }));
    else setNext(toService(name, chosen.size === 0 ? 'invokers' : ''));
  };
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form ref={form} class="columns new-service" onSubmit={(event) => event.preventDefault()}>
      <div class="stack">
        <TextField
          label={t('Name')}
          hint={t('Its address: {address}', { address: `${SERVER}/Webservice/${name || '…'}` })}
          error={mistake}
          value={wanted.name}
          onChange={(value) => {
            makeField('name').onChange(toAddressName(value));
            setMistake(undefined);
          }}
        />
        <TextField label={t('Description')} {...makeField('description')} />
        <Callers makeField={makeField} />
        <Protocol makeField={makeField} />
      </div>
      <Card title={t('Operations')}>
        <OperationChoice all={all} {...makeField('chosen')} />
      </Card>
      <div class="stack tight">
        <div class="row">
          {who !== 'nobody' && chosen.size > 0 && (
            <Button kind="primary" disabled={name === ''} onClick={() => create(true)} text={t('Create and publish')} />
          )}
          <Button
            disabled={name === ''}
            onClick={() => create(false)}
            text={chosen.size === 0 ? t('Create for invokers') : t('Create')}
          />
          <Button kind="quiet" onClick={() => setNext('/')} text={t('Cancel')} />
        </div>
        <p class="hint">{t('“Create” leaves it disabled: nobody can call it until you enable it.')}</p>
      </div>
    </form>
  );
}

function toDefinitionBody({ who, agents = [], chosen, name: _name, ...wanted }: Wanted): PostOperationsDefinitionBody {
  // A session that an operation of the service starts is of use for the others.
  const ofAgents = chosen.has('Session::SessionCreate')
    ? (['SessionID', 'UserLogin'] as const)
    : (['UserLogin'] as const);
  return {
    ...wanted,
    operations: [...chosen].map((type) => ({ type })),
    ...(who === 'everybody' ? {} : { accept: who === 'agents' ? ofAgents : ['ApiKey'] }),
    ...(who === 'agents' && agents.length > 0 ? { onlyAgents: agents } : {}),
  };
}

type Fields = Pick<ReturnType<typeof useFields<Wanted>>, 'makeField'>;

function Callers({ makeField }: Fields) {
  const who = makeField('who');
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
        hint={hints[who.value]}
        {...who}
        choices={{
          agents: t('Agents by password'),
          everybody: t('Agents and customers, by password or session'),
          keys: t('API keys only'),
          nobody: t('Nobody yet'),
        }}
      />
      {who.value === 'agents' && (
        <ReferencesField
          label={t('Only these agents')}
          hint={t('Empty: all agents who have a password.')}
          kind="Agents"
          {...makeField('agents')}
        />
      )}
    </>
  );
}

function Protocol({ makeField }: Fields) {
  return (
    <details>
      <summary>{t('Protocol, answers and behaviour')}</summary>
      <div class="stack">
        <SelectField
          label={t('Transport')}
          {...makeField('transport')}
          choices={{
            rest: t('REST: JSON at a route of each operation'),
            soap: t('SOAP: XML at one address, with a WSDL'),
          }}
        />
        {makeField('transport').value === 'rest' && (
          <SelectField
            label={t('Answers')}
            hint={t('How answers and errors are written.')}
            {...makeField('answer')}
            choices={{
              flat: t('Flat, as OTOBO and Znuny answer'),
              envelope: t('In an envelope: Success, ErrorMessage, Data'),
              problem: t('With HTTP statuses and RFC 9457 errors'),
            }}
          />
        )}
        <SelectField
          label={t('Behaviour')}
          {...makeField('profile')}
          choices={{
            contract: t('As documented'),
            otobo: t('Exactly as OTOBO, for clients that rely on it'),
            znuny: t('Exactly as Znuny, for clients that rely on it'),
            otrs: t('Exactly as OTRS, for clients that rely on it'),
          }}
        />
      </div>
    </details>
  );
}

const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };

/** What is typed as a name, with what an address can have. */
function toAddressName(text: string): string {
  return text
    .replace(/[äöüÄÖÜß]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.~]+/g, '-')
    .replace(/^[-.]+/, '');
}
