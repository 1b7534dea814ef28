import { Button } from '../components/button.js';
import { nextTheme, switchLanguage, themeName } from './actions.js';
import { language, t } from './language.js';

/** Theme and language, also before signing in. */
export function Appearance() {
  return (
    <div class="row">
      <Button kind="quiet" icon="theme" label={t('Theme: {theme}', { theme: themeName() })} onClick={nextTheme} />
      <Button kind="quiet" onClick={switchLanguage} text={language.value === 'de' ? 'English' : 'Deutsch'} />
    </div>
  );
}
