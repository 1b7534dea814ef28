import type { ProcessLoad } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { formatBytes, formatDuration, formatNumber, t } from '../../app/language.js';
import { Badge } from '../../components/badge.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { SystemPage } from './system-page.js';

export function DatabaseScreen() {
  const system = useAnswer('GET /system');
  const load = useAnswer('GET /system/load');
  return (
    <SystemPage>
      <section class="card" aria-label={t('Database')}>
        <Loading of={system} lines={1}>
          {({ database, databaseVersion, hostSystem, hostDifferences }) => (
            <Facts
              facts={[
                [t('Database'), database],
                ['PostgreSQL', databaseVersion],
                [
                  t('Kind of system'),
                  hostSystem === null ? t('Stand-alone') : t('Attached to {host}', { host: hostSystem }),
                ],
                ...hostDifferences.map((sentence) => [t('Not as in this host'), sentence] as const),
              ]}
            />
          )}
        </Loading>
      </section>
      <Loading of={load}>
        {({ standbys, fallbacks, tables }) => (
          <>
            <StandbyTable standbys={standbys} fallbacks={fallbacks} />
            <Table
              label={t('Largest tables')}
              rows={tables}
              pickKey={({ name }) => name}
              columns={[
                { title: t('Largest tables'), shape: 'mono', cell: ({ name }) => name },
                {
                  title: t('Rows, estimated'),
                  shape: 'number',
                  cell: ({ rows }) => rows ?? <span class="faint">{t('Unknown')}</span>,
                },
                { title: t('Size with indexes'), shape: 'number', cell: ({ bytes }) => formatBytes(bytes) },
              ]}
            />
          </>
        )}
      </Loading>
    </SystemPage>
  );
}

/** Where reads go, if the gateway reads from standbys. */
function StandbyTable({ standbys, fallbacks }: Pick<ProcessLoad, 'standbys' | 'fallbacks'>) {
  if (standbys.length === 0) return null;
  return (
    <>
      <Table
        label={t('Standbys')}
        rows={standbys}
        pickKey={({ host }) => host}
        columns={[
          { title: t('Standby'), shape: 'mono', cell: ({ host }) => host },
          {
            title: t('State'),
            cell: ({ state, problem }) => (
              <Badge tone={state === 'serving' ? 'good' : 'warn'}>{problem ?? nameStandbyState(state)}</Badge>
            ),
          },
          { title: t('Lag'), shape: 'number', cell: ({ lag }) => (lag === null ? '' : formatDuration(lag * 1000)) },
          { title: t('Reads'), shape: 'number', cell: ({ reads }) => reads },
        ]}
      />
      <Card title={t('Reads that went on at the primary')}>
        <Facts facts={fallbacks.map(({ reason, count }) => [nameFallback(reason), formatNumber(count)] as const)} />
      </Card>
    </>
  );
}

function nameStandbyState(state: ProcessLoad['standbys'][number]['state']): string {
  return { serving: t('Serves reads'), lagging: t('Lags'), away: t('Away') }[state];
}

function nameFallback(reason: ProcessLoad['fallbacks'][number]['reason']): string {
  return {
    away: t('No standby was there'),
    behind: t('The standby did not catch up in time'),
    ahead: t('The standby showed more than the primary'),
    failed: t('The statement failed at the standby'),
  }[reason];
}
