import type { ServiceOperation } from '../../api/admin-api.js';
import { administrator } from '../../api/signed-in.js';
import { serverText, t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { useShortcut } from '../../app/shortcuts.js';
import { attempt } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/note.js';
import { AreaField, SelectField, TextField, type Filled } from '../../components/field.js';
import { hasBody, METHODS } from './first-request.js';

interface RequestFormProps {
  readonly operations: readonly ServiceOperation[];
  readonly onOperation: (name: string, example?: string) => void;
  /** One in a line. */
  readonly headers: Filled<string>;
  readonly body: Filled<string>;
  readonly onSend: () => Promise<void>;
}

/** The props of a field for a parameter of the address. */
function inAddress(name: string, usual = '') {
  return { value: query.value.get(name) ?? usual, onChange: (value: string) => setQuery({ [name]: value }) };
}

export function RequestForm({ headers, body, onSend, ...choice }: RequestFormProps) {
  const [method, path] = [inAddress('method', 'GET'), inAddress('path', '/')];
  useShortcut('Ctrl+Enter', t('Send'), () => attempt(onSend));
  const hasGap = /\{[^}]+\}/.test(path.value);
  const isWrong = headers.value.split('\n').some((line) => line.trim() !== '' && !/^[^:]+:/.test(line));
  return (
    <section class="card" aria-label={t('Request')}>
      <OperationChoice {...choice} />
      <div class="request-target">
        <SelectField
          label={t('Method')}
          value={method.value}
          choices={METHODS}
          onChange={(value) => setQuery({ method: value }, { replace: false })}
        />
        <TextField
          label={t('Path')}
          hint={hasGap ? t('Write a value in place of what stands in braces.') : undefined}
          {...path}
        />
      </div>
      <TextField label={t('Query')} {...inAddress('query')} more={{ placeholder: 'Limit=10&Title=*' }} />
      <AreaField
        label={t('Headers')}
        hint={t('One in a line, such as X-Request-Id: 1.')}
        error={isWrong ? t('A name, a colon and a value belong in each line.') : undefined}
        {...headers}
        rows={2}
        isCode
      />
      {hasBody(method.value) && (
        <AreaField label={t('Body')} error={findJsonMistake(body.value)} {...body} rows={12} isCode />
      )}
      <Sender />
      <div class="row">
        <Button kind="primary" icon="play" disabled={hasGap} onClick={onSend} text={t('Send')} />
        <span class="faint keys-hint">
          <kbd>{t('Ctrl')}</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </section>
  );
}

/** What looks like JSON should be JSON; other texts go as they are. */
function findJsonMistake(body: string): string | undefined {
  if (!/^\s*[[{]/.test(body)) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch {
    return t('This is not JSON yet.');
  }
}

function OperationChoice({ operations, onOperation }: Pick<RequestFormProps, 'operations' | 'onOperation'>) {
  const { value: name } = inAddress('operation');
  const operation = operations.find((each) => each.name === name);
  const examples = operation?.examples ?? [];
  return (
    <>
      <SelectField
        label={t('Operation')}
        hint={operation && serverText(operation.summary)}
        value={name}
        choices={operations.map((each) => each.name)}
        onChange={(value) => onOperation(value)}
      />
      {typeof operation?.obstacle === 'string' && <Note tone="warn">{operation.obstacle}</Note>}
      {examples.length > 1 && (
        <SelectField
          label={t('Example')}
          value={inAddress('example').value}
          choices={[
            { value: '', text: t('Fill in an example …') },
            ...examples.map(({ summary }, index) => ({ value: String(index), text: summary })),
          ]}
          onChange={(value) => onOperation(name, value)}
        />
      )}
    </>
  );
}

function Sender() {
  const { value: as } = inAddress('as');
  return (
    <div class="request-sender">
      <SelectField
        label={t('Send as')}
        value={as}
        choices={{
          '': t('Myself ({login})', { login: administrator.value?.login ?? '' }),
          agent: t('An agent'),
          customer: t('A customer user'),
        }}
        onChange={(value) => setQuery({ as: value, login: undefined }, { replace: false })}
      />
      {as !== '' && (
        <TextField
          label={t('Login')}
          hint={t('The audit log says that you acted for this person.')}
          {...inAddress('login')}
        />
      )}
    </div>
  );
}
