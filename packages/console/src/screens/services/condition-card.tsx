import type { Condition, Finding } from '../../api/admin-api.js';
import { condition, findings } from '../../app/condition.js';
import { count, formatDuration, serverText, t } from '../../app/language.js';
import { BASE, servicePath } from '../../app/location.js';
import { Note } from '../../components/empty.js';
import { State, type Toned } from '../../components/badge.js';

interface Matter extends Toned {
  /** Where it is mended, and what that is called. */
  readonly links: readonly Link[];
  readonly remedy?: string | null;
}

interface Link {
  readonly href: string;
  readonly text: string;
}

/** Matters that are shown at once; the others are folded. */
const MOST = 3;

/** Whether all is well, and what mends what is not. */
export function ConditionCard() {
  if (condition.value === undefined) return null;
  const matters = [...mattersOf(condition.value), ...(findings.value ?? []).map(matterOf)];
  const sorted = matters.toSorted((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'));
  if (matters.length === 0) return <Note tone="good">{t('All is well.')}</Note>;
  return (
    <section class="card" aria-label={t('What needs you')}>
      <Matters of={sorted.slice(0, MOST)} />
      {sorted.length > MOST && (
        <details>
          <summary>{t('and {number} more', { number: sorted.length - MOST })}</summary>
          <Matters of={sorted.slice(MOST)} />
        </details>
      )}
    </section>
  );
}

function Matters({ of }: { readonly of: readonly Matter[] }) {
  return (
    <ul class="lines">
      {of.map(({ tone, text, links, remedy }) => (
        <li key={text} class="row">
          <State tone={tone} text={text} />
          {links.map((link) => (
            <a key={link.href} class="break" href={BASE + link.href}>
              {link.text}
            </a>
          ))}
          {typeof remedy === 'string' && <span class="quiet break">{serverText(remedy)}</span>}
        </li>
      ))}
    </ul>
  );
}

function mattersOf({ broken, drafts, failing, failingCalls, slow, events, unusedKeys }: Condition): readonly Matter[] {
  const toService = (name: string) => ({ href: servicePath(name), text: name });
  const toKey = (name: string) => ({ href: `/access/keys?text=${encodeURIComponent(name)}`, text: name });
  const toFailures = (of: Readonly<Record<string, string>>) => (found: Condition['failing'][number]) => ({
    href: servicePath(found.service, 'log', { ...of, failed: 'true' }),
    text: t('{service}: {failed} of {requests}', { ...found }),
  });
  const toSlow = ({ service, operation, milliseconds }: Condition['slow'][number]) => ({
    href: servicePath(service, 'log', { operation, slowerThan: '1000' }),
    text: `${operation}: ${formatDuration(milliseconds)}`,
  });
  const { dead, waiting, overdueSeconds } = events;
  const given = dead === 0 ? [] : [{ href: '/invokers?state=dead', text: t('Send again or delete') }];
  const due = waiting === 0 ? [] : [{ href: '/invokers?state=waiting', text: t('Show') }];
  const notServed = count(broken.length, '{number} web service is not served', '{number} web services are not served');
  const unused = t('Keys that nobody has used for {number} days', { number: 90 });
  const sent = { type: 'Requester' };
  const all: readonly Matter[] = [
    { tone: 'bad', text: notServed, links: broken.map(toService) },
    { tone: 'bad', text: count(dead, '{number} call was given up', '{number} calls were given up'), links: given },
    {
      tone: overdueSeconds > 60 ? 'warn' : 'plain',
      text: count(waiting, '{number} call waits', '{number} calls wait'),
      links: due,
    },
    { tone: 'warn', text: t('Requests failed in the last 24 hours'), links: failing.map(toFailures({})) },
    {
      tone: 'warn',
      text: t('Calls of invokers failed in the last 24 hours'),
      links: failingCalls.map(toFailures(sent)),
    },
    { tone: 'warn', text: t('Slow operations'), links: slow.map(toSlow) },
    { tone: 'plain', text: count(drafts.length, '{number} draft', '{number} drafts'), links: drafts.map(toService) },
    { tone: 'plain', text: unused, links: unusedKeys.map(toKey) },
  ];
  return all.filter(({ links }) => links.length > 0);
}

/** What the doctor found; it says itself how to mend it. */
function matterOf({ severity, subject, message, remedy }: Finding): Matter {
  return {
    tone: severity === 'error' ? 'bad' : 'warn',
    text: `${subject}: ${serverText(message)}`,
    links: placeOf(subject),
    remedy,
  };
}

function placeOf(subject: string): readonly Link[] {
  const places: Readonly<Record<string, Link>> = {
    database: { href: '/system/database', text: t('Database') },
    connections: { href: '/system', text: t('System') },
    plugins: { href: '/system/plugins', text: t('Plugins') },
    replicas: { href: '/system', text: t('Processes') },
  };
  return [places[subject] ?? []].flat();
}
