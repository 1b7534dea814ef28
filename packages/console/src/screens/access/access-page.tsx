import '../../styles/entries.css';
import { accessTabs } from '../../app/actions.js';
import { t } from '../../app/language.js';
import { Page, type PageProps } from '../../components/page.js';

/** What all lists of accounts share. */
export function AccessPage(page: Pick<PageProps, 'actions' | 'children'>) {
  return <Page {...page} title={t('Access')} tabs={accessTabs()} />;
}
