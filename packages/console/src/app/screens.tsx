import type { FunctionComponent } from 'preact';

import { useLoad } from '../api/use-load.js';
import { Empty } from '../components/empty.js';
import { Loading } from '../components/loading.js';
import { Page, PageTabs } from '../components/page.js';
import { OverviewScreen } from '../screens/services/overview.js';
import { t } from './language.js';
import { BASE, match, path } from './location.js';
import { mayOpen, roleWords } from './may.js';

export type Parts = Readonly<Record<string, string>>;
type ScreenComponent = FunctionComponent<{ readonly parts: Parts }>;

/** Screens other than the first one are loaded when they are opened. */
const SCREENS: readonly (readonly [string, () => Promise<ScreenComponent>])[] = [
  ['/', async () => OverviewScreen],
  ['/services', async () => OverviewScreen],
  ['/services/new', async () => (await import('../screens/services/new-service.js')).NewServiceScreen],
  ['/services/import', async () => (await import('../screens/services/import-service.js')).ImportScreen],
  ['/services/:name', async () => (await import('../screens/services/editor-screen.js')).EditorScreen],
  ['/services/:name/invokers', async () => (await import('../screens/invokers/invokers-screen.js')).InvokersScreen],
  [
    '/services/:name/invokers/:invoker',
    async () => (await import('../screens/invokers/invoker-screen.js')).InvokerScreen,
  ],
  ['/services/:name/history', async () => (await import('../screens/services/history.js')).HistoryScreen],
  ['/services/:name/try', async () => (await import('../screens/try/try-screen.js')).TryScreen],
  ['/services/:name/mapping', async () => (await import('../screens/mapping/mapping-screen.js')).MappingScreen],
  ['/services/:name/log', async () => (await import('../screens/log/log-screen.js')).LogScreen],
  ['/services/:name/log/:id', async () => (await import('../screens/log/request-screen.js')).RequestScreen],
  ['/operations', async () => (await import('../screens/operations/operations.js')).OperationsScreen],
  ['/operations/:type', async () => (await import('../screens/operations/operations.js')).OperationScreen],
  ['/log', async () => (await import('../screens/log/log-screen.js')).LogScreen],
  ['/log/:id', async () => (await import('../screens/log/request-screen.js')).RequestScreen],
  ['/access', async () => (await import('../screens/access/account-lists.js')).AgentsScreen],
  ['/access/agents', async () => (await import('../screens/access/account-lists.js')).AgentsScreen],
  ['/access/agents/:name', async () => (await import('../screens/access/agent-screen.js')).AgentScreen],
  ['/access/roles', async () => (await import('../screens/access/account-lists.js')).RolesScreen],
  ['/access/roles/:name', async () => (await import('../screens/access/role-screen.js')).RoleScreen],
  ['/access/groups', async () => (await import('../screens/access/account-lists.js')).GroupsScreen],
  ['/access/groups/:name', async () => (await import('../screens/catalogue/entry-screen.js')).EntryScreen],
  ['/access/customers', async () => (await import('../screens/access/account-lists.js')).CustomersScreen],
  ['/access/customers/:name', async () => (await import('../screens/access/customer-screen.js')).CustomerScreen],
  ['/access/keys', async () => (await import('../screens/access/keys.js')).KeysScreen],
  ['/access/sessions', async () => (await import('../screens/access/sessions.js')).SessionsScreen],
  ['/catalogue', async () => (await import('../screens/catalogue/kinds-screen.js')).KindsScreen],
  ['/catalogue/:kind', async () => (await import('../screens/catalogue/kind-screen.js')).KindScreen],
  ['/catalogue/:kind/:name', async () => (await import('../screens/catalogue/entry-screen.js')).EntryScreen],
  ['/audit', async () => (await import('../screens/audit/audit-screen.js')).AuditScreen],
  ['/system', async () => (await import('../screens/system/processes-screen.js')).ProcessesScreen],
  ['/system/database', async () => (await import('../screens/system/database-screen.js')).DatabaseScreen],
  ['/system/settings', async () => (await import('../screens/system/settings-screen.js')).SettingsScreen],
  ['/system/plugins', async () => (await import('../screens/system/plugins-screen.js')).PluginsScreen],
  ['/invokers', async () => (await import('../screens/invokers/calls.js')).CallsScreen],
];

export function listPageTabs() {
  return {
    access: [
      { href: '/access/agents', text: t('Agents') },
      { href: '/access/roles', text: t('Roles') },
      { href: '/access/groups', text: t('Groups') },
      { href: '/access/customers', text: t('Customer users') },
      { href: '/access/keys', text: t('API keys') },
      { href: '/access/sessions', text: t('Sessions') },
    ],
    system: [
      { href: '/system', text: t('Processes') },
      { href: '/system/database', text: t('Database') },
      { href: '/system/settings', text: t('Settings') },
      { href: '/system/plugins', text: t('Plugins') },
      { href: '/operations', text: t('Operations') },
      { href: '/audit', text: t('Audit log') },
    ],
  };
}

export function Screen() {
  const found = SCREENS.map(([pattern, load]) => ({ parts: match(pattern, path.value), load })).find(
    ({ parts }) => parts !== undefined,
  );
  const shown = useLoad(async () => ({ Component: await found?.load() }), []);
  if (!mayOpen(path.value)) return <NotAllowed />;
  if (found?.parts === undefined) return <NotFound />;
  if (shown.data?.Component !== undefined) {
    return (
      <PageTabs.Provider value={listPageTabs()}>
        <shown.data.Component parts={found.parts} />
      </PageTabs.Provider>
    );
  }
  // Without a connection, or after an update of the server, which has other files.
  const problem = shown.problem && new Error(t('This page could not be loaded.'));
  return (
    <div class="page">
      <Loading of={{ data: undefined, problem, reload: () => window.location.reload() }} lines={4}>
        {() => null}
      </Loading>
    </div>
  );
}

/** The address may have come from somebody who may do more. */
function NotAllowed() {
  return (
    <Page title={t('Not allowed')}>
      <Empty icon="key" title={t('You may not use this page.')} text={roleWords()} />
    </Page>
  );
}

function NotFound() {
  return (
    <Page title={t('Not found')}>
      <Empty
        icon="search"
        title={t('There is nothing at this address.')}
        actions={<a href={`${BASE}/`}>{t('Services')}</a>}
      />
    </Page>
  );
}
