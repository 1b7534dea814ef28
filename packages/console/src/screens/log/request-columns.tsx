import type { RecordedRequest } from '../../api/admin-api.js';
import { formatDuration, t } from '../../app/language.js';
import { Badge, toneOfStatus } from '../../components/badge.js';
import type { Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { Words } from '../../components/words.js';

/** How lists show a recorded request. */
export function requestColumns(): readonly Column<RecordedRequest>[] {
  return [
    {
      title: t('Request'),
      shape: 'mono',
      cell: ({ type, method, path, service }) => (
        <>
          {type === 'Requester' && <Badge tone="accent">{t('sent')}</Badge>} <span class="method">{method}</span>{' '}
          <Words of={path ?? service} />
        </>
      ),
    },
    {
      title: t('Status'),
      cell: ({ status, errorCode }) => <Badge tone={toneOfStatus(status, errorCode)}>{status}</Badge>,
    },
    {
      title: t('Operation'),
      shape: 'wide',
      cell: ({ operation, service }) => (
        <span title={service}>
          <Words of={operation ?? ''} />
        </span>
      ),
    },
    { title: t('Error'), shape: 'wide mono', cell: ({ errorCode }) => errorCode },
    { title: t('Caller'), shape: 'wide', cell: ({ caller }) => caller },
    { title: t('Duration'), shape: 'wide number', cell: ({ milliseconds }) => formatDuration(milliseconds) },
    { title: t('Time'), shape: 'number', cell: ({ created }) => <Age of={created} /> },
  ];
}
