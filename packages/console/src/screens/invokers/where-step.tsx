import { serverText, t } from '../../app/language.js';
import { Code } from '../../components/code.js';
import { Note } from '../../components/empty.js';
import { CheckField, SelectField, TextField } from '../../components/field.js';
import { SchemaForm } from '../../components/schema-form.js';
import { asSchema, schemaAt, valueAt, wordOf } from '../../components/schema.js';
import { METHODS } from '../try/first-request.js';
import { Step, type StepProps } from './step.js';

/** Host, method, path, authentication and proxy; and whether requests may go there. */
export function WhereStep({ name, requester, schema, change, rehearsal }: StepProps) {
  const isSoap = valueAt(requester, ['Transport', 'Type']) === 'HTTP::SOAP';
  const at = (...path: readonly string[]) => ['Requester', 'Transport', 'Config', ...path];
  const value = (...path: readonly string[]) => valueAt(requester, ['Transport', 'Config', ...path]);
  const address = isSoap ? 'Endpoint' : 'Host';
  const target = ['InvokerControllerMapping', name] as const;
  const credentials = wordOf(value('Authentication', 'AuthType'));
  const members = (part: string, without: readonly string[]) => (
    <SchemaForm
      schema={schemaAt(schema, { Requester: requester }, at(part))}
      value={value(part)}
      onChange={(path, next) => change([[...at(part), ...path], next])}
      without={without}
    />
  );
  const others = Object.keys(asSchema(schemaAt(schema, { Requester: requester }, at('Authentication')).properties));
  const usesProxy = value('Proxy', 'UseProxy') === 'Yes';
  return (
    <Step title={t('1. Where to')} outcome={<Destination rehearsal={rehearsal} />}>
      <TextField
        label={t('Address of the other system')}
        hint={t('All invokers of this web service send there.')}
        value={wordOf(value(address))}
        onChange={(next) => change([at(address), next])}
        more={{ placeholder: 'https://chat.example.org' }}
      />
      {!isSoap && (
        <div class="request-target">
          <SelectField
            label={t('Method')}
            value={wordOf(value(...target, 'Command') ?? value('DefaultCommand')).toUpperCase()}
            choices={METHODS.map((each) => ({ value: each, text: each }))}
            onChange={(next) => change([at(...target, 'Command'), next])}
          />
          <TextField
            label={t('Path')}
            hint={t(':TicketID is replaced by that member of what is sent.')}
            value={wordOf(value(...target, 'Controller'))}
            onChange={(next) => change([at(...target, 'Controller'), next])}
          />
        </div>
      )}
      <SelectField
        label={t('Authentication')}
        value={credentials}
        choices={[
          { value: '', text: t('None') },
          { value: 'BasicAuth', text: t('Login and password') },
          { value: 'OAuth2Token', text: t('Token of an authorization server (OAuth 2)') },
          { value: 'JWT', text: t('Token that is signed here (JWT)') },
        ]}
        onChange={(next) => change([at('Authentication'), next === '' ? undefined : { AuthType: next }])}
      />
      {credentials !== '' &&
        members(
          'Authentication',
          others.filter((each) => !each.startsWith(credentials)),
        )}
      <CheckField
        label={t('Through a proxy')}
        checked={usesProxy}
        onChange={(next) => change([at('Proxy'), next ? { UseProxy: 'Yes' } : undefined])}
      />
      {usesProxy && members('Proxy', ['UseProxy'])}
    </Step>
  );
}

function Destination({ rehearsal }: Pick<StepProps, 'rehearsal'>) {
  const [request] = rehearsal?.result.requests ?? [];
  const refused = rehearsal?.refused ?? (request?.refused === undefined ? undefined : { reason: request.refused });
  if (refused === undefined) return request && <Note tone="good">{t('Requests may go to {url}', request)}</Note>;
  return (
    <>
      <Note tone="bad">{t('Not allowed: {reason}', { reason: serverText(refused.reason) })}</Note>
      {'lines' in refused && refused.lines !== null && (
        <div class="stack tight">
          <p>{t('Write this in gateway.yml, and restart the server:')}</p>
          <Code text={refused.lines} label={t('Lines for gateway.yml')} />
        </div>
      )}
    </>
  );
}
