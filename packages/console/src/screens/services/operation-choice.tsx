import { useMemo, useState } from 'preact/hooks';

import type { OperationType } from '../../api/admin-api.js';
import { serverText, t } from '../../app/language.js';
import { CheckField, SearchField, type Filled } from '../../components/field.js';
import { Chips } from '../../components/list-field.js';

interface OperationChoiceProps extends Filled<ReadonlySet<string>> {
  readonly all: readonly OperationType[];
}

/** Types of operations with what they do. Those that are chosen stay in view while others are searched. */
export function OperationChoice({ all, value: chosen, onChange }: OperationChoiceProps) {
  const [text, setText] = useState('');
  const found = useMemo(() => {
    const has = (words: string) => words.toLowerCase().includes(text.toLowerCase());
    const [named, others] = [
      all.filter(({ type }) => has(type)),
      all.filter(({ summary }) => has(serverText(summary))),
    ];
    return [...new Set([...named, ...others])];
  }, [all, text]);
  const set = (type: string, isChosen: boolean) => {
    const others = [...chosen].filter((each) => each !== type);
    onChange(new Set(isChosen ? [...others, type] : others));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || text === '') return;
    event.preventDefault();
    const [first] = found;
    if (first === undefined) return;
    set(first.type, true);
    setText('');
  };
  return (
    <fieldset class="stack tight operation-choice">
      <legend class="hidden-text">{t('Operations')}</legend>
      <div class="row" onKeyDown={press}>
        <SearchField label={t('Search operations')} value={text} onChange={setText} />
        <span class="faint">{t('Enter chooses the first')}</span>
      </div>
      <div class="row">
        <span class="faint" role="status">
          {t('{number} chosen', { number: chosen.size })}
        </span>
        <Chips label={t('Chosen operations')} value={[...chosen]} onChange={(types) => onChange(new Set(types))} />
      </div>
      <div class="stack tight choices">
        {found.map(({ type, summary }) => (
          <CheckField
            key={type}
            label={type}
            hint={serverText(summary)}
            checked={chosen.has(type)}
            onChange={(is) => set(type, is)}
          />
        ))}
        {found.length === 0 && <p class="quiet">{t('No operation has these words.')}</p>}
      </div>
    </fieldset>
  );
}
