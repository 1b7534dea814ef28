import { useState } from 'preact/hooks';

import { t } from '../../app/language.js';
import { navigate, servicePath } from '../../app/location.js';
import { TextField } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';

/** Asks for the name; the steps ask for the rest. */
export function NewInvoker({ service, onClose }: { readonly service: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <FormDialog
      title={t('Add an invoker')}
      action={t('Continue')}
      disabled={name.trim() === ''}
      onSubmit={async () => navigate(`${servicePath(service, 'invokers')}/${encodeURIComponent(name.trim())}?new=1`)}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        hint={t('For example what it does: Announce.')}
        value={name}
        onChange={setName}
        more={{ autofocus: true, maxLength: 200 }}
      />
    </FormDialog>
  );
}
