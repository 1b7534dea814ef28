import { render } from 'preact';

import './styles/components.css';
import './styles/shell.css';
import './styles/screens.css';
import { App } from './app/app.js';
import { language, setLanguage } from './app/language.js';
import { followLinks } from './app/location.js';
import { handleShortcuts } from './app/shortcuts.js';
import { keepTheme } from './app/theme.js';

const root = document.getElementById('app');
keepTheme();
followLinks();
handleShortcuts();
void setLanguage(language.value).then(() => {
  if (root !== null) render(<App />, root);
});
