import { useMemo } from 'preact/hooks';

import type { MappedMember } from '../../api/admin-api.js';
import { language, t } from '../../app/language.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Table, type Column } from '../../components/table.js';

interface MemberTableProps {
  readonly members: readonly MappedMember[];
  readonly onPoint: (member: MappedMember | undefined) => void;
}

/** What became of each member, and the rules that did it. */
export function MemberTable({ members, onPoint }: MemberTableProps) {
  const columns = useMemo(() => columnsOf(onPoint), [onPoint, language.value]);
  const number = (fate: MappedMember['fate']) => members.filter((each) => each.fate === fate).length;
  return (
    <section class="stack tight">
      <div class="row">
        <h2>{t('What became of each member')}</h2>
        <span class="row" role="status">
          {FATES.map(
            (fate) =>
              number(fate) > 0 && (
                <Badge key={fate} tone={TONES[fate]}>
                  {countOf(fate, number(fate))}
                </Badge>
              ),
          )}
        </span>
      </div>
      <Table
        label={t('What became of each member')}
        columns={columns}
        rows={members}
        keyOf={({ from, to }) => `${String(from)} ${String(to)}`}
        onPoint={onPoint}
      />
    </section>
  );
}

const FATES = ['kept', 'changed', 'dropped', 'made'] as const;

function countOf(fate: MappedMember['fate'], number: number): string {
  return {
    kept: t('{number} kept', { number }),
    changed: t('{number} changed', { number }),
    dropped: t('{number} dropped', { number }),
    made: t('{number} made', { number }),
  }[fate];
}

const TONES: Readonly<Record<MappedMember['fate'], Tone>> = {
  kept: 'plain',
  changed: 'accent',
  dropped: 'warn',
  made: 'good',
};

function fateOf({ fate }: MappedMember): string {
  return { kept: t('Kept'), changed: t('Changed'), dropped: t('Dropped'), made: t('Made') }[fate];
}

function columnsOf(onPoint: MemberTableProps['onPoint']): readonly Column<MappedMember>[] {
  return [
    { title: t('Before'), shape: 'mono', cell: ({ from }) => from ?? '–' },
    { title: t('After'), shape: 'mono', cell: ({ to }) => to ?? '–' },
    { title: t('Outcome'), cell: (member) => <Badge tone={TONES[member.fate]}>{fateOf(member)}</Badge> },
    {
      title: t('Rule'),
      shape: 'mono',
      cell: (member) => {
        const rules = [member.keyRule, member.valueRule].filter((rule) => rule !== null);
        if (rules.length === 0) return <span class="faint">{t('No rule')}</span>;
        return (
          <button type="button" class="rule" onClick={() => onPoint(member)}>
            {rules.map((rule) => (
              <span key={rule.join('.')}>{rule.join(' › ')}</span>
            ))}
          </button>
        );
      },
    },
  ];
}
