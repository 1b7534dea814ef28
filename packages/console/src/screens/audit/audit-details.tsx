import type { AuditEntry, Kind } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { formatValue } from '../../app/format-value.js';
import { actionText, formatTime, t } from '../../app/language.js';
import { BASE, toService } from '../../app/location.js';
import { Dialog } from '../../components/dialog.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { asSchema } from '../../components/schema.js';
import { Table } from '../../components/table.js';
import { entryPath } from '../entries/use-kind.js';

interface AuditDetailsProps {
  readonly id: number;
  /** The entry, if the list has it. */
  readonly known: AuditEntry | undefined;
  readonly kinds: readonly Kind[];
  readonly onClose: () => void;
}

/** One change: who, from where, and from what to what. */
export function AuditDetails({ id, known, kinds, onClose }: AuditDetailsProps) {
  const entry = useLoad(
    async (signal) => {
      if (known !== undefined) return known;
      const { items } = await call('GET /audit', { query: { before: id + 1, limit: 1 }, signal });
      const found = items.find((each) => each.id === id);
      if (found === undefined) throw new Error(t('This change is not in the audit log any more.'));
      return found;
    },
    [id],
  );
  return (
    <Dialog
      title={entry.data === undefined ? t('Change') : actionText(entry.data.action)}
      shape="drawer"
      onClose={onClose}
    >
      <Loading of={entry}>{(found) => <Details entry={found} kinds={kinds} />}</Loading>
    </Dialog>
  );
}

function Details({ entry, kinds }: { readonly entry: AuditEntry; readonly kinds: readonly Kind[] }) {
  const place = findSubjectPath(entry, kinds);
  const rows = pairMembers(entry);
  return (
    <>
      <Facts
        facts={[
          [t('What'), place === undefined ? entry.subject : <a href={`${BASE}${place}`}>{entry.subject}</a>],
          [t('Who'), entry.author],
          [t('Time'), formatTime(entry.at)],
          [t('From where'), entry.source],
          [t('Why'), entry.comment === '' ? <span class="faint">{t('No comment')}</span> : entry.comment],
        ]}
      />
      {rows.length > 0 && (
        <Table
          stacks
          label={t('From what to what')}
          rows={rows}
          pickKey={({ member }) => member}
          columns={[
            { title: t('Member'), cell: ({ member }) => member },
            { title: t('Before'), cell: ({ before }) => <Value value={before} /> },
            { title: t('After'), cell: ({ after }) => <Value value={after} /> },
          ]}
        />
      )}
    </>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const text = formatValue(value);
  return text === '' ? <span class="faint">–</span> : <span class="mono value">{text}</span>;
}

function pairMembers({ before, after }: AuditEntry) {
  const [was, is] = [asSchema(before), asSchema(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((member) => ({
    member,
    before: was[member],
    after: is[member],
  }));
}

/** Where the subject is shown, as far as its action says so. */
function findSubjectPath({ action, subject }: AuditEntry, kinds: readonly Kind[]): string | undefined {
  if (action.startsWith('API key')) return `/access/keys?text=${encodeURIComponent(subject)}`;
  const kind = kinds.find(({ label }) => label !== 'service' && action.startsWith(`${label} `));
  if (kind !== undefined) return entryPath(kind.key, subject);
  return action.startsWith('service ') && action !== 'service deleted' ? toService(subject) : undefined;
}
