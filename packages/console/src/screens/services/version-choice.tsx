import { t } from '../../app/language.js';
import { setQuery } from '../../app/location.js';
import { SelectField } from '../../components/field.js';

/** Chooses between what is published and the draft; the address has it. */
export function VersionChoice({ isDraft }: { readonly isDraft: boolean }) {
  return (
    <SelectField
      label={t('Version')}
      value={isDraft ? '1' : '0'}
      choices={{ 0: t('The current version'), 1: t('The draft') }}
      onChange={(draft) => setQuery({ draft }, { replace: false })}
    />
  );
}
