import { EXPORT } from './sample-data.mjs';

/** What there are pictures of, by the names of their files. */
export const SCREENS = [
  { name: 'sign-in', path: '/', isOpen: true },
  { name: 'services', path: '/' },
  { name: 'new-service', path: '/services/new', prepare: chooseOperations },
  { name: 'import', path: '/services/import', prepare: chooseFile },
  { name: 'editor', path: '/services/TicketConnector' },
  { name: 'invokers', path: '/services/Chat/invokers/Escalate', prepare: showCall },
  { name: 'history', path: '/services/TicketConnector/history' },
  { name: 'try', path: '/services/GenericTicketConnectorREST/try?operation=TicketSearch', prepare: sendRequest },
  { name: 'mapping', path: '/services/Chat/mapping?invoker=Announce' },
  { name: 'log', path: '/log' },
  { name: 'operations', path: '/operations' },
  { name: 'operation', path: '/operations/Ticket%3A%3ATicketGet' },
  { name: 'agents', path: '/access/agents' },
  { name: 'agent', path: '/access/agents/anna' },
  { name: 'groups', path: '/access/groups' },
  { name: 'roles', path: '/access/roles?view=matrix' },
  { name: 'role', path: '/access/roles/Second%20level' },
  { name: 'customers', path: '/access/customers' },
  { name: 'keys', path: '/access/keys' },
  { name: 'sessions', path: '/access/sessions' },
  { name: 'catalogue', path: '/catalogue' },
  { name: 'queues', path: '/catalogue/Queues' },
  { name: 'field', path: '/catalogue/DynamicFields/Building' },
  { name: 'audit', path: '/audit' },
  { name: 'change', path: '/audit?text=Second%20level&entry=10' },
  { name: 'system', path: '/system' },
  { name: 'settings', path: '/system/settings' },
  { name: 'plugins', path: '/system/plugins' },
  { name: 'undelivered', path: '/invokers' },
];

async function chooseOperations(page) {
  await page.getByLabel('Name').first().fill('Helpdesk');
  await page.getByLabel('Description').fill('Tickets of the shop');
  for (const type of ['Ticket::TicketCreate', 'Ticket::TicketGet']) await page.getByLabel(type).first().check();
  await page.evaluate(() => [window, document.querySelector('.choices')].forEach((each) => each.scrollTo(0, 0)));
}

async function chooseFile(page) {
  const file = { name: 'Invoices.yml', mimeType: 'text/yaml', buffer: Buffer.from(EXPORT) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('InvoiceGet').first().waitFor();
}

async function showCall(page) {
  await page.getByText('calls it if').waitFor();
  await page.getByRole('region', { name: '4. What' }).getByText('POST').first().waitFor();
}

async function sendRequest(page) {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Where the time went').waitFor();
}
