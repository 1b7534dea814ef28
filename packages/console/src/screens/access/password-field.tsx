import { useState } from 'preact/hooks';

import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/code.js';
import { TextField } from '../../components/field.js';

interface NewPasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
}

/** A password for somebody else: written, or made up and then shown. */
export function NewPassword({ value, onChange }: NewPasswordProps) {
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
      <Button onClick={makeUp}>{t('Generate')}</Button>
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
