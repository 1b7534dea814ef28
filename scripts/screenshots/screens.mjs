/** What there are pictures of. */
export const SCREENS = [
  { name: 'sign-in', path: '/', isOpen: true },
  { name: 'services', path: '/' },
  { name: 'agents', path: '/access/agents' },
  { name: 'agent', path: '/access/agents/anna' },
  { name: 'roles', path: '/access/roles?view=matrix' },
  { name: 'role', path: '/access/roles/Second%20level' },
  { name: 'rolelist', path: '/access/roles' },
  { name: 'groups', path: '/access/groups' },
  { name: 'group', path: '/access/groups/users' },
  { name: 'customers', path: '/access/customers' },
  { name: 'customer', path: '/access/customers/carla' },
  { name: 'keys', path: '/access/keys' },
  { name: 'newkey', path: '/access/keys?new=1' },
  { name: 'newagent', path: '/access/agents?new=1' },
  { name: 'sessions', path: '/access/sessions' },
];
