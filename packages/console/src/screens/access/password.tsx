import { useState } from 'preact/hooks';

import type { Session } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { t } from '../../app/language.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/code.js';
import { CommentField, TextField, useFields, type Filled } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';

/** A password for somebody else: written, or made up and then shown. */
export function NewPassword({ value, onChange }: Filled<string>) {
  const [isShown, setShown] = useState(false);
  const makeUp = () => {
    setShown(true);
    onChange(randomPassword());
  };
  return (
    <div class="password">
      <div class="grow">
        <TextField
          label={t('New password')}
          hint={t('Without a password, nobody can sign in with this login.')}
          value={value}
          onChange={onChange}
          more={{ type: isShown ? 'text' : 'password', autocomplete: 'new-password' }}
        />
      </div>
      {isShown && value !== '' && <CopyButton text={value} />}
      <Button onClick={makeUp} text={t('Generate')} />
    </div>
  );
}

/** Without characters that look alike. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

function randomPassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(LENGTH));
  return [...numbers].map((number) => CHARACTERS[number % CHARACTERS.length]).join('');
}

interface SetPasswordProps {
  readonly name: string;
  readonly type: Session['type'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function SetPassword({ name, type, onClose, onDone }: SetPasswordProps) {
  const { values, makeField } = useFields({ password: '', comment: '' });
  const save = async () => {
    const route = type === 'User' ? 'PUT /agents/{name}/password' : 'PUT /customers/{name}/password';
    await call(route, { path: { name }, body: values });
    toast(t('The password of {name} was set', { name }));
    onDone();
  };
  return (
    <FormDialog
      title={t('Password of {name}', { name })}
      action={t('Set password')}
      disabled={values.password === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('All sessions of {name} end at once.', { name })}</p>
      <NewPassword {...makeField('password')} />
      <CommentField {...makeField('comment')} />
    </FormDialog>
  );
}
