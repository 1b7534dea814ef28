import type { ComponentChildren } from 'preact';

import { Words } from './words.js';

export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="break">{typeof value === 'string' ? <Words of={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
