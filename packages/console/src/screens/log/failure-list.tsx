import type { FailureKind } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { path } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Note } from '../../components/note.js';
import { ListScreen } from '../../components/list-screen.js';
import type { Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { Words } from '../../components/words.js';
import { reasonText } from './failure-note.js';
import type { Search } from './log-filter.js';

/** Failures by kind: what failed, why, for whom and how often; each leads to the newest. */
export function FailureList({ search }: { readonly search: Search }) {
  const { failed: _failed, order: _order, ...query } = search;
  const kinds = useAnswer('GET /debug-log/failures', { query: { ...query, limit: 200 } });
  return (
    <ListScreen
      label={t('Failures')}
      of={kinds}
      columns={columns()}
      pickKey={({ newest }) => newest}
      makeHref={({ newest }) => `${path.value}/${newest}`}
      nothingFits={t('Nothing failed in this time')}
      stacks
    >
      {kinds.data?.isCutShort === true && (
        <Note tone="warn">{t('The search took too long and stopped early. Narrow it by time or service.')}</Note>
      )}
    </ListScreen>
  );
}

function columns(): readonly Column<FailureKind>[] {
  return [
    { title: t('Reason'), shape: 'fill', cell: ({ errorCode, reason }) => reasonText(errorCode, reason) },
    {
      title: t('Operation'),
      value: ({ operation }) => operation,
      cell: ({ operation, service, type }) => (
        <span title={service}>
          {type === 'Requester' && <Badge tone="accent">{t('sent')}</Badge>} <Words of={operation ?? service} />
        </span>
      ),
    },
    { title: t('Caller'), value: ({ caller }) => caller },
    { title: t('Number'), shape: 'number', value: ({ failures }) => failures },
    { title: t('First'), shape: 'wide number', value: ({ first }) => first, cell: ({ first }) => <Age of={first} /> },
    { title: t('Last'), shape: 'number', value: ({ last }) => last, cell: ({ last }) => <Age of={last} /> },
  ];
}
