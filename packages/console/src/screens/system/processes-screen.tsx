import { useEffect } from 'preact/hooks';

import type { ProcessLoad, Replica, System } from '../../api/admin-api.js';
import { useAnswer, useRefresh } from '../../api/use-load.js';
import { health, isWell, lookAgain, matters } from '../../app/health.js';
import { count, formatBytes, formatNumber, formatTime, t } from '../../app/language.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Facts } from '../../components/facts.js';
import { Loading, Skeleton } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { Findings } from '../services/condition-card.js';
import { SystemPage } from './system-page.js';

export function ProcessesScreen() {
  const system = useAnswer('GET /system');
  const replicas = useAnswer('GET /replicas');
  const load = useAnswer('GET /system/load');
  useRefresh(replicas.reload, load.reload);
  return (
    <SystemPage>
      <Health />
      <section class="card" aria-label={t('Version')}>
        <Loading of={system} lines={2}>
          {(found) => <Version system={found} />}
        </Loading>
      </section>
      <Loading of={replicas}>{({ items }) => <Replicas replicas={items} />}</Loading>
      <Loading of={load}>{(found) => <Load load={found} />}</Loading>
    </SystemPage>
  );
}

/** What was found, first what is wrong, and when. */
function Health() {
  useEffect(lookAgain, []);
  const found = health.value;
  if (found === undefined) return <Skeleton lines={2} />;
  const fine = found.findings.filter(({ severity }) => severity === 'fine');
  return (
    <Card title={isWell() === undefined ? t('Not known now') : isWell() ? t('All is well.') : t('What needs you')}>
      <Findings of={matters()} />
      <details open={isWell()}>
        <summary>{count(fine.length, '{number} part is fine', '{number} parts are fine')}</summary>
        <Findings of={fine} />
      </details>
      <p class="quiet row">
        {t('Looked at')} <Age of={found.time} />
        <Button onClick={lookAgain} text={t('Look again')} />
      </p>
    </Card>
  );
}

function Version({ system }: { readonly system: System }) {
  const started = new Date(Date.parse(system.time) - system.uptime * 1000).toISOString();
  return (
    <Facts
      facts={[
        ['Ticketgate', system.version],
        ['Node.js', system.node],
        ['PostgreSQL', system.databaseVersion],
        [t('Host'), system.host],
        [t('Started'), <Age of={started} />],
        [t('Time of the server'), formatTime(system.time)],
        [t('Time zone'), system.timeZone],
      ]}
    />
  );
}

function Replicas({ replicas }: { readonly replicas: readonly Replica[] }) {
  return (
    <Table
      label={t('Processes on this database')}
      rows={replicas}
      pickKey={({ id }) => id}
      columns={[
        { title: t('Process'), cell: ({ name }) => name },
        { title: t('Address'), shape: 'wide mono', cell: ({ address }) => address },
        { title: t('Version'), shape: 'wide', cell: ({ version }) => version },
        { title: t('Since'), shape: 'wide', cell: ({ since }) => <Age of={since} /> },
        { title: t('Requests/s'), shape: 'number', cell: ({ load }) => formatNumber(load.requestsPerSecond, 1) },
        { title: t('Busy'), shape: 'number', cell: ({ load }) => `${formatNumber(load.busy * 100)} %` },
        { title: t('Memory'), shape: 'wide number', cell: ({ load }) => formatBytes(load.memory) },
      ]}
    />
  );
}

function Load({ load }: { readonly load: ProcessLoad }) {
  const { queues, pools } = load;
  const words: Readonly<Record<string, string>> = { requests: t('Requests'), searches: t('Searches') };
  return (
    <>
      {queues !== null && (
        <Card title={t('This process ({pid})', { pid: String(load.pid) })}>
          <Facts
            facts={[
              [t('Requests under way'), formatNumber(queues.waitingRequests)],
              [
                t('Waiting for the debug log'),
                `${formatNumber(queues.debugRequests)} (${formatBytes(queues.debugBytes)})`,
              ],
              [t('Lost by the debug log'), formatNumber(queues.droppedRequests)],
            ]}
          />
        </Card>
      )}
      <Table
        label={t('Connections to the database')}
        rows={pools}
        pickKey={({ name }) => name}
        columns={[
          { title: t('Connections'), cell: ({ name }) => words[name] ?? name },
          { title: t('In use'), shape: 'number', cell: ({ used }) => used },
          { title: t('Free'), shape: 'number', cell: ({ free }) => free },
          {
            title: t('Requests waiting'),
            shape: 'number',
            cell: ({ waiting }) => (waiting === 0 ? 0 : <Badge tone="warn">{formatNumber(waiting)}</Badge>),
          },
        ]}
      />
    </>
  );
}
