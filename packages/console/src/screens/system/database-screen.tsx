import { useAnswer } from '../../api/use-load.js';
import { formatBytes, formatNumber, t } from '../../app/language.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { Table } from '../../components/table.js';
import { SystemPage } from './system-page.js';

/** Where the database is, and its largest tables. */
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
        {({ tables }) => (
          <Table
            label={t('Largest tables')}
            rows={tables}
            keyOf={({ name }) => name}
            columns={[
              { title: t('Largest tables'), shape: 'mono', cell: ({ name }) => name },
              {
                title: t('Rows, estimated'),
                shape: 'number',
                cell: ({ rows }) => (rows === null ? <span class="faint">{t('Unknown')}</span> : formatNumber(rows)),
              },
              { title: t('Size with indexes'), shape: 'number', cell: ({ bytes }) => formatBytes(bytes) },
            ]}
          />
        )}
      </Loading>
    </SystemPage>
  );
}
