import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { Page, type PageProps } from '../../components/page.js';
import { Words } from '../../components/words.js';
import { ServicePage } from '../services/service-page.js';

/** The log of all services, or of one within the page of that service. */
export function LogFrame({ name, ...page }: Omit<PageProps, 'isWide'> & { readonly name: string }) {
  const service = useLoad(
    async (signal) => (name === '' ? undefined : call('GET /services/{name}', { path: { name }, signal })),
    [name],
  );
  if (name === '') return <Page {...page} isWide />;
  const { title, back, beside, actions, children } = page;
  return (
    <ServicePage name={name} service={service.data} onChanged={service.reload} actions={actions}>
      {back !== undefined && (
        <div class="row">
          <h2>
            <Words of={title} />
          </h2>
          {beside}
        </div>
      )}
      {children}
    </ServicePage>
  );
}
