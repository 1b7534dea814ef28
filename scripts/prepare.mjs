// Installs and builds what changed, and nothing else.
import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';

installMissing();
buildChanged();
