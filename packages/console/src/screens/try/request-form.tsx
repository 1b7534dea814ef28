import { useMemo } from 'preact/hooks';

import type { ServiceOperation } from '../../api/admin-api.js';
import { administrator } from '../../api/session.js';
import { language, serverText, t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { attempt } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/empty.js';
import { AreaField, SelectField, TextField } from '../../components/field.js';
import { METHODS } from './first-request.js';
import { HeaderFields, type HeaderField } from './header-fields.js';

interface RequestFormProps {
  readonly operations: readonly ServiceOperation[];
  readonly onOperation: (name: string, example?: number) => void;
  readonly headers: readonly HeaderField[];
  readonly onHeaders: (headers: readonly HeaderField[]) => void;
  readonly body: string;
  readonly onBody: (body: string) => void;
  readonly onSend: () => Promise<void>;
}

export function hasBody(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** All that a client writes. */
export function RequestForm(props: RequestFormProps) {
  const { headers, onHeaders, body, onBody, onSend } = props;
  const method = query.value.get('method') ?? 'GET';
  const path = query.value.get('path') ?? '/';
  useShortcuts(
    useMemo(() => [{ keys: 'Ctrl+Enter', text: t('Send'), run: () => void attempt(onSend) }], [onSend, language.value]),
  );
  const hasGap = /\{[^}]+\}/.test(path);
  return (
    <section class="card" aria-label={t('Request')}>
      <OperationChoice {...props} />
      <div class="request-target">
        <SelectField
          label={t('Method')}
          value={method}
          choices={METHODS.map((value) => ({ value, text: value }))}
          onChange={(value) => setQuery({ method: value }, { replace: false })}
        />
        <TextField
          label={t('Path')}
          hint={hasGap ? t('Write a value in place of what stands in braces.') : undefined}
          value={path}
          onChange={(value) => setQuery({ path: value })}
        />
      </div>
      <TextField
        label={t('Query')}
        value={query.value.get('query') ?? ''}
        onChange={(value) => setQuery({ query: value })}
        more={{ placeholder: 'Limit=10&Title=*' }}
      />
      <HeaderFields headers={headers} onChange={onHeaders} />
      {hasBody(method) && (
        <AreaField label={t('Body')} error={mistakeOf(body)} value={body} rows={12} isCode onChange={onBody} />
      )}
      <Sender />
      <div class="row">
        <Button kind="primary" icon="play" disabled={hasGap} onClick={onSend}>
          {t('Send')}
        </Button>
        <span class="faint keys-hint">
          <kbd>{t('Ctrl')}</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </section>
  );
}

/** What looks like JSON should be JSON; other texts go as they are. */
function mistakeOf(body: string): string | undefined {
  if (!/^\s*[[{]/.test(body)) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch {
    return t('This is not JSON yet.');
  }
}

function OperationChoice({ operations, onOperation }: Pick<RequestFormProps, 'operations' | 'onOperation'>) {
  const name = query.value.get('operation') ?? '';
  const operation = operations.find((each) => each.name === name);
  const choices = operations.map((each) => ({ value: each.name, text: each.name }));
  const examples = operation?.examples ?? [];
  return (
    <>
      <SelectField
        label={t('Operation')}
        hint={operation && serverText(operation.summary)}
        value={name}
        choices={operation === undefined ? [{ value: name, text: name === '' ? '–' : name }, ...choices] : choices}
        onChange={(value) => onOperation(value)}
      />
      {typeof operation?.obstacle === 'string' && <Note tone="warn">{operation.obstacle}</Note>}
      {examples.length > 1 && (
        <SelectField
          label={t('Example')}
          value=""
          choices={[
            { value: '', text: t('Fill in an example …') },
            ...examples.map(({ summary }, index) => ({ value: String(index), text: summary })),
          ]}
          onChange={(value) => {
            if (value !== '') onOperation(name, Number(value));
          }}
        />
      )}
    </>
  );
}

/** Who sends it. */
function Sender() {
  const as = query.value.get('as') ?? '';
  const choices = [
    { value: '', text: t('Myself ({login})', { login: administrator.value?.login ?? '' }) },
    { value: 'agent', text: t('An agent') },
    { value: 'customer', text: t('A customer user') },
  ];
  return (
    <div class="request-sender">
      <SelectField
        label={t('Send as')}
        value={as}
        choices={choices}
        onChange={(value) => setQuery({ as: value, login: undefined }, { replace: false })}
      />
      {as !== '' && (
        <TextField
          label={t('Login')}
          hint={t('The audit log says that you acted for this person.')}
          value={query.value.get('login') ?? ''}
          onChange={(login) => setQuery({ login })}
        />
      )}
    </div>
  );
}
