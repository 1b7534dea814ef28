import type { OperationType } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, serverText, t } from '../../app/language.js';
import { Badge } from '../../components/badge.js';
import { ListScreen, type Filter } from '../../components/list-screen.js';
import { ServerText } from '../../components/words.js';
import type { Column } from '../../components/table.js';

import { SystemPage } from '../system/system-page.js';

/** What plugins bring for web services to offer. */
export function OperationsScreen() {
  const operations = useLoad((signal) => call('GET /operations', { signal }), []);
  const plugins = [...new Set(operations.data?.items.flatMap(({ plugin }) => plugin ?? []))].sort();
  return (
    <SystemPage>
      <ListScreen
        label={t('Operations')}
        of={operations}
        filters={filtersOf(plugins)}
        fits={fits}
        counted={(number) => count(number, '{number} operation', '{number} operations')}
        nothing={{
          icon: 'operations',
          title: t('No operations'),
          text: t('Operations come with plugins. Name some under plugins: in gateway.yml.'),
        }}
        nothingFits={t('No matching operations')}
        columns={columnsOf()}
        keyOf={({ type }) => type}
        hrefOf={({ type }) => operationPath(type)}
      />
    </SystemPage>
  );
}

export function operationPath(type: string): string {
  return `/operations/${encodeURIComponent(type)}`;
}

function filtersOf(plugins: readonly string[]): readonly Filter[] {
  return [
    { name: 'text', label: t('Search operations') },
    {
      name: 'plugin',
      label: t('Plugin'),
      choices: [{ value: '', text: t('All plugins') }, ...plugins.map((each) => ({ value: each, text: each }))],
    },
    {
      name: 'effect',
      label: t('Effect'),
      choices: { '': t('All effects'), reads: t('Reads'), writes: t('Writes') },
    },
    {
      name: 'used',
      label: t('Use'),
      choices: { '': t('Used or not'), yes: t('Used'), no: t('Not used') },
    },
  ];
}

function fits({ type, summary, plugin, effect, services }: OperationType, valueOf: (name: string) => string): boolean {
  const used = services.length > 0 ? 'yes' : 'no';
  return (
    `${type} ${serverText(summary)}`.toLowerCase().includes(valueOf('text').toLowerCase()) &&
    ['', plugin].includes(valueOf('plugin')) &&
    ['', effect].includes(valueOf('effect')) &&
    ['', used].includes(valueOf('used'))
  );
}

export function EffectBadge({ effect }: Pick<OperationType, 'effect'>) {
  return effect === 'reads' ? <Badge>{t('Reads')}</Badge> : <Badge tone="accent">{t('Writes')}</Badge>;
}

function columnsOf(): readonly Column<OperationType>[] {
  return [
    { title: t('Operation'), shape: 'mono', sortedBy: ({ type }) => type, cell: ({ type }) => type },
    {
      title: t('Summary'),
      shape: 'wide',
      cell: ({ summary }) => (
        <span class="quiet">
          <ServerText of={summary} />
        </span>
      ),
    },
    { title: t('Effect'), sortedBy: ({ effect }) => effect, cell: ({ effect }) => <EffectBadge effect={effect} /> },
    { title: t('Plugin'), shape: 'wide', sortedBy: ({ plugin }) => plugin, cell: ({ plugin }) => plugin ?? '–' },
    {
      title: t('Services'),
      shape: 'number',
      sortedBy: ({ services }) => services.length,
      cell: ({ services }) => services.length,
    },
  ];
}
