import { useState } from 'preact/hooks';

import type { Kind } from '../../api/admin-api.js';
import { call, readMistakes } from '../../api/call.js';
import { t } from '../../app/language.js';
import { navigate } from '../../app/location.js';
import { toast, toastWarnings } from '../../app/toasts.js';
import { FormDialog } from '../../components/form-dialog.js';
import { asSchema, withMember, toFieldText, wordsIn, type Path } from '../../components/schema.js';
import { NewPassword } from '../access/password.js';
import { EntryFields } from './entry-fields.js';
import { entryPath } from './use-kind.js';

interface NewEntryProps {
  readonly title: string;
  readonly kind: Kind;
  readonly onClose: () => void;
  /** Members that are better filled in afterwards. */
  readonly without?: readonly string[] | undefined;
  /** Whether somebody signs in with it. */
  readonly hasPassword?: boolean | undefined;
}

export function NewEntry({ title, kind, onClose, without = [], hasPassword = false }: NewEntryProps) {
  const [password, setPassword] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [mistakes, setMistakes] = useState<ReturnType<typeof readMistakes>>({});
  const schema = asSchema(kind.schema);
  const required = wordsIn(schema.required);
  const name = toFieldText(values[kind.nameKey]);
  const change = (path: Path, value: unknown) => setValues((old) => asSchema(withMember(old, path, value)));
  const add = async () => {
    // A text that has to be there may be empty, such as an e-mail address.
    const texts = Object.fromEntries(required.map((each) => [each, '']));
    const members = { ...texts, ...values, [kind.nameKey]: name };
    const body = { name, members, ...(password === '' ? {} : { password }) };
    try {
      toastWarnings(await call('POST /catalogue/{kind}', { path: { kind: kind.key }, body }));
    } catch (cause) {
      setMistakes(readMistakes(cause));
      throw cause;
    }
    toast(t('{name} was added', { name }));
    navigate(entryPath(kind.key, name));
  };
  return (
    <FormDialog title={title} action={t('Add')} disabled={name === ''} onSubmit={add} onClose={onClose}>
      <EntryFields
        schema={schema}
        value={values}
        mistakes={mistakes}
        onChange={change}
        without={['Valid', ...without]}
      />
      {hasPassword && <NewPassword value={password} onChange={setPassword} />}
    </FormDialog>
  );
}
