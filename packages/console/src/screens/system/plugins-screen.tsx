import { useAnswer } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Empty } from '../../components/empty.js';
import { Note } from '../../components/note.js';
import { Loading } from '../../components/loading.js';
import { Table } from '../../components/table.js';
import { SystemPage } from './system-page.js';

export function PluginsScreen() {
  const plugins = useAnswer('GET /plugins');
  return (
    <SystemPage>
      <Loading of={plugins}>
        {({ items, problems }) => (
          <>
            {problems.map(({ name, code, message }) => (
              <Note key={`${name} ${code}`} tone="bad">
                <strong>{name}</strong> {message} <span class="mono">{code}</span>
              </Note>
            ))}
            {items.length === 0 ? (
              <Empty
                icon="system"
                title={t('No plugins are loaded')}
                text={t('Plugins bring operations. Name them under plugins in gateway.yml.')}
              />
            ) : (
              <Table
                stacks
                label={t('Plugins')}
                rows={items}
                pickKey={({ name }) => name}
                columns={[
                  { title: t('Name'), shape: 'mono', cell: ({ name }) => name },
                  { title: t('Version'), cell: ({ version }) => version ?? '–' },
                  {
                    title: t('Operations'),
                    shape: 'fill',
                    cell: ({ operations }) => (
                      <span class="row tight">
                        {operations.map((type) => (
                          <a key={type} href={`${BASE}/operations/${encodeURIComponent(type)}`}>
                            <Badge>{type}</Badge>
                          </a>
                        ))}
                      </span>
                    ),
                  },
                ]}
              />
            )}
          </>
        )}
      </Loading>
    </SystemPage>
  );
}
