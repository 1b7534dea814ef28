import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';

export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

interface HeaderFieldsProps {
  readonly headers: readonly HeaderField[];
  readonly onChange: (headers: readonly HeaderField[]) => void;
}

/** Names with values, each of which can be taken away. */
export function HeaderFields({ headers, onChange }: HeaderFieldsProps) {
  const change = (index: number, field: Partial<HeaderField>) =>
    onChange(headers.map((each, at) => (at === index ? { ...each, ...field } : each)));
  return (
    <fieldset class="stack tight">
      <legend class="legend">{t('Headers')}</legend>
      {headers.map(({ name, value }, index) => (
        <div key={index} class="header-field">
          <input
            class="input"
            aria-label={t('Name of header {number}', { number: index + 1 })}
            placeholder="X-Request-Id"
            autocomplete="off"
            value={name}
            onInput={(event) => change(index, { name: event.currentTarget.value })}
          />
          <input
            class="input"
            aria-label={t('Value of header {number}', { number: index + 1 })}
            autocomplete="off"
            value={value}
            onInput={(event) => change(index, { value: event.currentTarget.value })}
          />
          <Button
            kind="quiet"
            icon="close"
            label={t('Remove header {number}', { number: index + 1 })}
            onClick={() => onChange(headers.filter((_each, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={() => onChange([...headers, { name: '', value: '' }])}>
          {t('Add a header')}
        </Button>
      </div>
    </fieldset>
  );
}
