import { useContext } from 'preact/hooks';

import '../../styles/entries.css';
import { t } from '../../app/language.js';
import { Page, PageTabs, type PageProps } from '../../components/page.js';

export function AccessPage(page: Pick<PageProps, 'actions' | 'children'>) {
  return <Page {...page} title={t('Access')} tabs={useContext(PageTabs).access} />;
}
