import { useEffect } from 'preact/hooks';

import type { Finding } from '../../api/admin-api.js';
import { isWell, lookAgain, matters } from '../../app/health.js';
import { messageText, t } from '../../app/language.js';
import { BASE, toService } from '../../app/location.js';
import { Note } from '../../components/note.js';
import { State } from '../../components/badge.js';

/** Matters that are shown at once; System has all. */
const MOST = 3;

/** Whether all is well, and what to do about what is not. */
export function ConditionCard() {
  useEffect(lookAgain, []);
  const found = matters();
  if (isWell() === undefined) return null;
  if (isWell()) return <Note tone="good">{t('All is well.')}</Note>;
  return (
    <section class="card" aria-label={t('What needs you')}>
      <Findings of={found.slice(0, MOST)} />
      {found.length > MOST && <a href={`${BASE}/system`}>{t('and {number} more', { number: found.length - MOST })}</a>}
    </section>
  );
}

export function Findings({ of }: { readonly of: readonly Finding[] }) {
  return (
    <ul class="lines">
      {of.map((finding) => (
        <Line key={`${finding.subject} ${finding.message}`} finding={finding} />
      ))}
    </ul>
  );
}

const TONES = { fine: 'good', warning: 'warn', error: 'bad' } as const;

function Line({ finding }: { readonly finding: Finding }) {
  const { subject, severity, remedy, remedyID, values } = finding;
  const words = remedy === null ? '' : messageText({ message: remedy, id: remedyID, values });
  const [path, text = words] = linkRemedy(finding);
  const isLinked = path !== undefined && text === words;
  return (
    <li class="row">
      <State
        tone={TONES[severity]}
        text={`${t(subject.replace(/^./, (first) => first.toUpperCase()))}: ${messageText(finding)}`}
      />
      {path !== undefined && (
        <a class="break" href={BASE + path}>
          {text}
        </a>
      )}
      {!isLinked && words !== '' && <span class="quiet break">{words}</span>}
    </li>
  );
}

/** The page where it is fixed, with a text for the link unless the remedy has one. */
function linkRemedy({ subject, severity, service = '', name = '' }: Finding): readonly [path?: string, text?: string] {
  const failed = { failed: 'true' };
  const inLog = { operation: name, slowerThan: '1000' };
  const always: Readonly<Record<string, readonly [string, string]>> = {
    database: ['/system/database', t('Database')],
    plugins: ['/system/plugins', t('Plugins')],
  };
  const ifWrong: Readonly<Record<string, readonly [string, string?]>> = {
    services: [toService(service), service],
    requests: [toService(service, 'log', failed), t('Show')],
    'calls of invokers': [toService(service, 'log', { ...failed, type: 'Requester' }), t('Show')],
    operations: [toService(service, 'log', inLog), t('Show')],
    'API keys': [`/access/keys?text=${encodeURIComponent(name)}`, name],
    events: [`/invokers?state=${severity === 'error' ? 'dead' : 'waiting'}`],
  };
  return always[subject] ?? (severity === 'fine' ? undefined : ifWrong[subject]) ?? [];
}
