import { useContext } from 'preact/hooks';

import { t } from '../../app/language.js';
import { Page, PageTabs, type PageProps } from '../../components/page.js';

export function SystemPage(page: Pick<PageProps, 'actions' | 'children'>) {
  return <Page {...page} title={t('System')} tabs={useContext(PageTabs).system} />;
}
