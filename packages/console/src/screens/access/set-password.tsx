import { useState } from 'preact/hooks';

import { call } from '../../api/call.js';
import { t } from '../../app/language.js';
import { attempt, toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
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
    const body = { password, ...(comment === '' ? {} : { comment }) };
    if (of === 'agents') await call('PUT /agents/{name}/password', { path: { name }, body });
    else await call('PUT /customers/{name}/password', { path: { name }, body });
    toast(t('The password of {name} was set', { name }));
    onClose();
    onDone();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void attempt(save);
  };
  const actions = (
    <>
      <span class="grow" />
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button kind="primary" disabled={password === ''} onClick={save}>
        {t('Set password')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('Password of {name}', { name })} onClose={onClose} actions={actions}>
      <p>{t('All sessions of {name} end at once.', { name })}</p>
      <form class="stack" onSubmit={submit}>
        <NewPassword value={password} onChange={setPassword} />
        <TextField label={t('Why, for the audit log')} value={comment} onChange={setComment} />
        <button type="submit" class="hidden-text" tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  );
}
