import { render } from 'preact';

import '../src/styles/components.css';
import '../src/styles/screens.css';
import '../src/styles/entries.css';
import { keepTheme } from '../src/app/theme.js';
import { AllComponents } from './all-components.js';

const root = document.getElementById('app');
keepTheme();
if (root !== null) {
  render(
    <main>
      <AllComponents />
    </main>,
    root,
  );
}
