import type { OperationType } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, servicePath } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { Empty } from '../../components/empty.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { SchemaView } from '../../components/schema-view.js';
import { ServerText } from '../../components/words.js';
import { EffectBadge } from './operations-screen.js';

/** One operation: what it takes and answers, and who offers it. */
export function OperationScreen({ parts: { type = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const operations = useLoad(async (signal) => (await call('GET /operations', { signal })).items, []);
  const found = operations.data?.find((each) => each.type === type);
  return (
    <Page
      title={type}
      back={{ href: '/operations', text: t('Operations') }}
      beside={found !== undefined && <EffectBadge effect={found.effect} />}
    >
      <Loading of={operations}>
        {() => (found === undefined ? <Unknown type={type} /> : <Operation operation={found} />)}
      </Loading>
    </Page>
  );
}

function Unknown({ type }: { readonly type: string }) {
  return (
    <Empty
      icon="operations"
      title={t('No plugin brings {type}', { type })}
      actions={<Button href={`${BASE}/operations`}>{t('Show all')}</Button>}
    >
      {t('Its plugin may not be loaded, or the type may be misspelt.')}
    </Empty>
  );
}

function Operation({ operation }: { readonly operation: OperationType }) {
  const { summary, description, examples, input, output, options, errors } = operation;
  const hasOptions = Object.keys(options as object).length > 0; // as the SDK has it
  return (
    <>
      <p>
        <ServerText of={summary} />
      </p>
      {description !== null && (
        <p class="quiet" lang="en">
          {description}
        </p>
      )}
      <section class="card" aria-label={t('Summary')}>
        <Facts facts={factsOf(operation)} />
      </section>
      <Users operation={operation} />
      {examples.length > 0 && (
        <section class="card">
          <h2>{t('Examples')}</h2>
          {examples.map((example) => (
            <article key={example.summary} class="stack tight">
              <h3>{example.summary}</h3>
              <Code text={JSON.stringify(example.input, undefined, 2)} label={example.summary} />
            </article>
          ))}
        </section>
      )}
      <SchemaView title={t('What it takes')} schema={input} />
      {output !== null && <SchemaView title={t('What it answers')} schema={output} />}
      {hasOptions && (
        <SchemaView title={t('Options in a definition')} schema={{ type: 'object', properties: options }} />
      )}
      {errors.length > 0 && (
        <section class="card">
          <h2>{t('Errors')}</h2>
          <ul class="row">
            {errors.map((code) => (
              <li key={code}>
                <Badge>{code}</Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function factsOf({ type, plugin, version, effect, isReplayed }: OperationType) {
  return [
    [t('Type'), <code key="type">{type}</code>],
    [t('Plugin'), plugin === null ? '–' : `${plugin}${version === null ? '' : ` ${version}`}`],
    [t('Effect'), effect === 'reads' ? t('Only reads') : t('Writes')],
    [t('Try and replay'), isReplayed ? t('Possible; what it does is undone') : t('Not possible; it cannot be undone')],
  ] as const;
}

function Users({ operation: { type, services } }: { readonly operation: OperationType }) {
  if (services.length === 0) {
    return (
      <Empty
        icon="services"
        title={t('No web service offers it')}
        actions={
          <Button kind="primary" icon="plus" href={`${BASE}/services/new?operation=${encodeURIComponent(type)}`}>
            {t('New service')}
          </Button>
        }
      />
    );
  }
  return (
    <section class="card">
      <h2>{t('Web services that offer it')}</h2>
      <ul class="lines">
        {services.map((name) => (
          <li key={name} class="row">
            <a class="grow break" href={BASE + servicePath(name)}>
              {name}
            </a>
            <Button icon="play" href={BASE + servicePath(name, 'try', { type })}>
              {t('Try it')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
