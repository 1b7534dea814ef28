import { t } from '../../app/language.js';

/** What was done, in the language of the page: its subject and what became of it, as far as both are known. */
export function changeName(action: string): string {
  const [subjects, deeds] = [subjectNames(), deedNames()];
  const subject = Object.keys(subjects).find((each) => action.startsWith(`${each} `));
  const deed = subject === undefined ? action : action.slice(subject.length + 1);
  const words = [...(subject === undefined ? [] : [subjects[subject]]), deeds[deed] ?? deed].join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A subject stands before others that are the beginning of its name. */
function subjectNames(): Readonly<Record<string, string>> {
  return {
    'API key': t('API key'),
    'agent password': t('password of an agent'),
    agent: t('agent'),
    administrator: t('administrator'),
    catalogue: t('catalogue'),
    'customer company': t('customer company'),
    'customer user password': t('password of a customer user'),
    'customer user': t('customer user'),
    'debug log': t('debug log'),
    'dynamic field': t('dynamic field'),
    events: t('events'),
    group: t('group'),
    priority: t('priority'),
    queue: t('queue'),
    role: t('role'),
    SLA: 'SLA',
    'service draft': t('draft of a service'),
    service: t('service'),
    state: t('state'),
    type: t('type'),
  };
}

function deedNames(): Readonly<Record<string, string>> {
  return {
    added: t('added'),
    applied: t('applied'),
    changed: t('changed'),
    'cleaned up': t('cleaned up'),
    created: t('created'),
    deleted: t('deleted'),
    disabled: t('disabled'),
    discarded: t('discarded'),
    dropped: t('dropped'),
    enabled: t('enabled'),
    imported: t('imported'),
    'invoker called': t('invoker called'),
    'logged in': t('logged in'),
    'logged out': t('logged out'),
    'login ended': t('login ended'),
    'logins ended': t('logins ended'),
    published: t('published'),
    retried: t('retried'),
    'request compared with host': t('request compared with host'),
    'request replayed as agent': t('request replayed as agent'),
    'request replayed as customer': t('request replayed as customer'),
    'requests replayed': t('requests replayed'),
    'request sent again as agent': t('request sent again as agent'),
    'request sent again as customer': t('request sent again as customer'),
    'request tried as agent': t('request tried as agent'),
    'request tried as customer': t('request tried as customer'),
    revoked: t('revoked'),
    rotated: t('rotated'),
    set: t('set'),
  };
}
