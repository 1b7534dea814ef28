import { useState } from 'preact/hooks';

import type { Routes } from '../../api/admin-api.js';
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

type Body = Routes['PUT /agents/{name}/password']['body'];

export async function sendPassword(of: SetPasswordProps['of'], name: string, body: Body): Promise<void> {
  await call(`PUT /${of}/{name}/password`, { path: { name }, body });
}

export function SetPassword({ of, name, onClose, onDone }: SetPasswordProps) {
  const [password, setPassword] = useState('');
  const [comment, setComment] = useState('');
  const save = async () => {
    await sendPassword(of, name, { password, comment });
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
