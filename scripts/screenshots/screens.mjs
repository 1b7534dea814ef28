/** The pictures in docs/images, by the names of their files. Each says what its page has to show; without it, the command fails. */
export const SCREENS = [
  { name: 'services', path: '/', shows: ['Services', 'Import', 'New service', 'TicketConnector', 'were given up'] },
  {
    name: 'invokers',
    path: '/services/Chat/invokers/Escalate',
    shows: ['1. Where to', 'Publish …'],
    ready: (page) => page.getByRole('region', { name: '4. What' }).getByText('POST'),
  },
  { name: 'log', path: '/log', shows: ['Debug log', 'Only failed', '12 requests'] },
  {
    name: 'mapping',
    path: '/services/Chat/mapping?invoker=Announce',
    shows: ['Outbound (XSLT)', 'Last recorded', 'Rules'],
  },
  { name: 'agent', path: '/access/agents/anna', shows: ['Agents', 'anna', 'Permissions', 'Second level', 'move_into'] },
  {
    name: 'field',
    path: '/catalogue/DynamicFields/Building',
    shows: ['Dynamic fields', 'Possible values', 'Multiselect'],
  },
  { name: 'change', path: '/audit?text=Second%20level&entry=10', shows: ['Audit log', 'Second level'] },
  { name: 'role', path: '/access/roles/Second%20level', shows: ['Roles', 'Permissions', 'chen'], theme: 'dark' },
  { name: 'customers', path: '/access/customers', shows: ['Customer users', 'Gustav Grün'], size: 'telephone' },
].map(withFile);

/** The file of a picture has its theme and its size in its name. */
function withFile({ theme = 'light', size = 'desktop', ...screen }) {
  return { ...screen, theme, size, file: `${screen.name}-${theme}-${size}.png` };
}
