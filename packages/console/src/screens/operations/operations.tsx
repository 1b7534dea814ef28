import type { OperationType } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { count, serverText, t } from '../../app/language.js';
import { BASE, toService } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { Empty } from '../../components/empty.js';
import { Facts } from '../../components/facts.js';
import { ListScreen } from '../../components/list-screen.js';
import { Loading } from '../../components/loading.js';
import { Card, Page } from '../../components/page.js';
import type { Column } from '../../components/table.js';
import { ServerText } from '../../components/words.js';
import { SystemPage } from '../system/system-page.js';
import { asSchema } from '../../components/schema.js';
import { SchemaView } from '../../components/schema-view.js';

export function OperationsScreen() {
  const operations = useAnswer('GET /operations');
  const plugins = [...new Set(operations.data?.items.flatMap(({ plugin }) => plugin ?? []))].sort();
  const effects = { '': t('All effects'), reads: t('Reads'), writes: t('Writes') };
  const uses = { '': t('Used or not'), yes: t('Used'), no: t('Not used') };
  return (
    <SystemPage>
      <ListScreen
        label={t('Operations')}
        of={operations}
        filters={[
          { name: 'text', label: t('Search operations') },
          { name: 'plugin', label: t('Plugin'), choices: [{ value: '', text: t('All plugins') }, ...plugins] },
          { name: 'effect', label: t('Effect'), choices: effects },
          { name: 'used', label: t('Use'), choices: uses },
        ]}
        filtered={listWords}
        counted={(number) => count(number, '{number} operation', '{number} operations')}
        nothing={{
          icon: 'operations',
          title: t('No operations'),
          text: t('Operations come with plugins. Name some under plugins: in gateway.yml.'),
        }}
        nothingFits={t('No matching operations')}
        columns={showTypes()}
        pickKey={({ type }) => type}
        makeHref={({ type }) => `/operations/${encodeURIComponent(type)}`}
      />
    </SystemPage>
  );
}

function listWords({ type, summary, plugin, effect, services }: OperationType) {
  return { text: `${type} ${serverText(summary)}`, plugin, effect, used: services.length > 0 ? 'yes' : 'no' };
}

function EffectBadge({ effect }: Pick<OperationType, 'effect'>) {
  return effect === 'reads' ? <Badge>{t('Reads')}</Badge> : <Badge tone="accent">{t('Writes')}</Badge>;
}

function showTypes(): readonly Column<OperationType>[] {
  return [
    { title: t('Operation'), shape: 'mono', value: ({ type }) => type },
    {
      title: t('Summary'),
      shape: 'wide',
      cell: ({ summary }) => (
        <span class="quiet">
          <ServerText of={summary} />
        </span>
      ),
    },
    { title: t('Effect'), value: ({ effect }) => effect, cell: ({ effect }) => <EffectBadge effect={effect} /> },
    { title: t('Plugin'), shape: 'wide', value: ({ plugin }) => plugin ?? '–' },
    { title: t('Services'), shape: 'number', value: ({ services }) => services.length },
  ];
}

export function OperationScreen({ parts: { type = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const operations = useAnswer('GET /operations');
  const found = operations.data?.items.find((each) => each.type === type);
  return (
    <Page
      title={type}
      back={{ href: '/operations', text: t('Operations') }}
      beside={found !== undefined && <EffectBadge effect={found.effect} />}
    >
      <Loading of={operations}>
        {() =>
          found === undefined ? (
            <Empty
              icon="operations"
              title={t('No plugin brings {type}', { type })}
              actions={<Button href={`${BASE}/operations`} text={t('Show all')} />}
              text={t('Its plugin may not be loaded, or the type may be misspelt.')}
            />
          ) : (
            <Operation operation={found} />
          )
        }
      </Loading>
    </Page>
  );
}

function Operation({ operation }: { readonly operation: OperationType }) {
  const { summary, description, examples, input, output, options, errors } = operation;
  const hasOptions = Object.keys(asSchema(options)).length > 0;
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
        <Facts facts={listFacts(operation)} />
      </section>
      <Users {...operation} />
      {examples.length > 0 && (
        <Card title={t('Examples')}>
          {examples.map((example) => (
            <article key={example.summary} class="stack tight">
              <h3>{example.summary}</h3>
              <Code text={JSON.stringify(example.input, undefined, 2)} label={example.summary} />
            </article>
          ))}
        </Card>
      )}
      <SchemaView title={t('What it takes')} schema={input} />
      {output !== null && <SchemaView title={t('What it answers')} schema={output} />}
      {hasOptions && (
        <SchemaView title={t('Options in a definition')} schema={{ type: 'object', properties: options }} />
      )}
      {errors.length > 0 && (
        <Card title={t('Errors')}>
          <ul class="row">
            {errors.map((code) => (
              <li key={code}>
                <Badge>{code}</Badge>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function listFacts({ type, plugin, version, effect, isReplayed }: OperationType) {
  return [
    [t('Type'), <code key="type">{type}</code>],
    [t('Plugin'), plugin === null ? '–' : `${plugin} ${version ?? ''}`.trim()],
    [t('Effect'), effect === 'reads' ? t('Only reads') : t('Writes')],
    [t('Try and replay'), isReplayed ? t('Possible; what it does is undone') : t('Not possible; it cannot be undone')],
  ] as const;
}

function Users({ type, services }: OperationType) {
  if (services.length === 0) {
    const add = `${BASE}/services/new?operation=${encodeURIComponent(type)}`;
    return (
      <Empty
        icon="services"
        title={t('No web service offers it')}
        actions={<Button needs="everything" kind="primary" icon="plus" href={add} text={t('New service')} />}
      />
    );
  }
  return (
    <Card title={t('Web services that offer it')}>
      <ul class="lines">
        {services.map((name) => (
          <li key={name} class="row">
            <a class="grow break" href={BASE + toService(name)}>
              {name}
            </a>
            <Button needs="everything" icon="play" href={BASE + toService(name, 'try', { type })} text={t('Try it')} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
