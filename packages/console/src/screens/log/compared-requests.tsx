import type { PostDebugLogIdCompareAnswer } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { Lines } from '../../components/code.js';
import { Note } from '../../components/empty.js';
import { AreaField, type Filled } from '../../components/field.js';

type Difference = PostDebugLogIdCompareAnswer['differences'][number];

/** A request with how its answers differ. */
export interface Compared extends PostDebugLogIdCompareAnswer {
  readonly request: string;
}

/** Which members of answers are not compared. */
export function IgnoredField(filled: Filled<string>) {
  const hint = t('For example TicketID Created; separated by spaces.');
  return <AreaField label={t('Members that may differ')} hint={hint} rows={1} {...filled} />;
}

/** The names that are in that field. */
export function splitWords(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

interface ComparedRequestsProps {
  readonly compared: readonly Compared[];
  readonly wanted: number;
}

/** Differences by kind, and what was not compared. */
export function ComparedRequests({ compared, wanted }: ComparedRequestsProps) {
  const count = (kind: Compared['kind']) => compared.filter((each) => each.kind === kind).length;
  const [same, different, skipped] = [count('same'), count('different'), count('skipped')];
  const found = compared.flatMap(({ request, differences }) => differences.map((each) => ({ request, ...each })));
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return (
    <div class="stack" role="status" aria-label={t('Differences')}>
      <Note tone={different > 0 ? 'warn' : same > 0 ? 'good' : 'plain'}>
        <p>
          {t('{done} of {wanted} requests: {same} the same, {different} different, {skipped} skipped', {
            ...{ done: compared.length, wanted, same, different, skipped },
          })}
        </p>
      </Note>
      {kinds.map((kind) => (
        <Section
          key={kind}
          title={kindNames()[kind]}
          lines={found
            .filter((each) => each.kind === kind)
            .map(({ request, place, host, ours }) => `${request}  ${place}: ${host} → ${ours}`)}
        />
      ))}
      {skipped > 0 && (
        <Section
          title={t('Skipped')}
          lines={compared.flatMap(({ request, reason }) => (reason === null ? [] : [`${request}  ${reason}`]))}
        />
      )}
    </div>
  );
}

function Section({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h3>{`${title} (${lines.length})`}</h3>
      <Lines of={lines} />
    </section>
  );
}

/** What the kinds of differences are called. */
function kindNames(): Readonly<Record<Difference['kind'], string>> {
  return {
    status: t('Other statuses'),
    missing: t('Only at the host'),
    additional: t('Only here'),
    type: t('Other types'),
    value: t('Other values'),
    order: t('Another order'),
  };
}
