import { useState } from 'preact/hooks';

import { call } from '../../api/call.js';
import { t } from '../../app/language.js';
import { toast } from '../../app/toasts.js';
import { TextField } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NewPassword } from './password-field.js';

interface SetPasswordProps {
  readonly of: 'agents' | 'customers';
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function SetPassword({ of, name, onClose, onDone }: SetPasswordProps) {
  const [password, setPassword] = useState('');
  const [comment, setComment] = useState('');
  const save = async () => {
    await call(`PUT /${of}/{name}/password`, { path: { name }, body: { password, comment } });
    toast(t('The password of {name} was set', { name }));
    onClose();
    onDone();
  };
  return (
    <FormDialog
      title={t('Password of {name}', { name })}
      action={t('Set password')}
      disabled={password === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('All sessions of {name} end at once.', { name })}</p>
      <NewPassword value={password} onChange={setPassword} />
      <TextField label={t('Why, for the audit log')} value={comment} onChange={setComment} />
    </FormDialog>
  );
}
