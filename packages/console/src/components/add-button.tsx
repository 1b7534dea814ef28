import { setQuery } from '../app/location.js';
import type { Need } from '../app/may.js';
import { Button } from './button.js';

export function AddButton({ text, needs = 'everything' }: { readonly text: string; readonly needs?: Need }) {
  return (
    <Button
      needs={needs}
      kind="primary"
      icon="plus"
      onClick={() => setQuery({ new: '1' }, { replace: false })}
      text={text}
    />
  );
}
