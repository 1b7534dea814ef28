import '../../styles/entries.css';
import { API, call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { kindName } from '../entries/entry-words.js';
import { ReadOnlyNote } from '../entries/entry-page.js';
import { listPath, loadKinds } from '../entries/use-kind.js';

/** What administrators look after, by kind; accounts stand in Access. */
export function KindsScreen() {
  const overview = useLoad(loadOverview, []);
  return (
    <Page
      title={t('Catalogue')}
      actions={
        <Button icon="download" href={`${API}/catalogue-file`} download="catalogue.yml" text={t('Export as a file')} />
      }
    >
      <Loading of={overview}>
        {({ kinds, isReadOnly }) => (
          <>
            {isReadOnly && <ReadOnlyNote />}
            <Table
              label={t('Catalogue')}
              rows={kinds}
              pickKey={({ key }) => key}
              makeHref={({ key }) => listPath(key)}
              columns={[
                { title: t('Kind'), value: ({ key }) => kindName(key) },
                { title: t('What for'), shape: 'wide', cell: ({ key }) => <span class="quiet">{sayUse(key)}</span> },
                { title: t('Entries'), shape: 'number', value: ({ total }) => total },
              ]}
            />
          </>
        )}
      </Loading>
    </Page>
  );
}

async function loadOverview(signal: AbortSignal) {
  const known = await loadKinds();
  const items = known.items.filter(({ key }) => !listPath(key).startsWith('/access'));
  const totals = await Promise.all(
    items.map(({ key }) => call('GET /catalogue/{kind}', { path: { kind: key }, query: { limit: 1 }, signal })),
  );
  return {
    kinds: items.map((kind, index) => ({ ...kind, total: totals[index]?.total ?? null })),
    isReadOnly: known.isReadOnly,
  };
}

function sayUse(key: string): string {
  const purposes: Readonly<Record<string, string>> = {
    CustomerCompanies: t('Companies that customer users belong to'),
    States: t('What state a ticket is in: new, open, closed …'),
    Types: t('What a ticket is about, for example an incident'),
    Priorities: t('How urgent a ticket is'),
    Queues: t('Where tickets wait, with target times'),
    Services: t('What customers get, for example printing'),
    SLAs: t('Target times agreed for services'),
    DynamicFields: t('Additional fields of tickets and articles'),
  };
  return purposes[key] ?? '';
}
