import type { GetServicesNameAnswer } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { SERVER } from '../../app/location.js';
import { Code } from '../../components/code.js';
import { Dialog } from '../../components/dialog.js';
import { Loading } from '../../components/loading.js';
import { firstRequest, type FirstRequest } from '../try/first-request.js';

interface AddressesProps extends Pick<GetServicesNameAnswer, 'name' | 'isDocumented' | 'basePath'> {
  readonly onClose: () => void;
}

/** Where clients reach a service, what they can read about it, and a request to copy. */
export function Addresses({ name, isDocumented, basePath, onClose }: AddressesProps) {
  const operations = useAnswer('GET /services/{name}/operations', { path: { name } });
  const base = `${SERVER}/Webservice/${encodeURIComponent(name)}`;
  const bases = [base, ...(basePath === undefined ? [] : [SERVER + basePath])];
  const docs = `${SERVER}/docs/${encodeURIComponent(name)}/`;
  const links = { [t('Its pages')]: docs, OpenAPI: `${docs}openapi.json`, WSDL: `${base}?wsdl` };
  return (
    <Dialog title={t('Addresses of {name}', { name })} shape="wide" onClose={onClose}>
      <Loading of={operations}>
        {({ items }) => {
          const [first] = items.flatMap((operation) => firstRequest(operation) ?? []);
          const isSoap = first?.contentType?.includes('xml') === true;
          const calls = items.flatMap((operation) => operation.calls);
          const list = bases.flatMap((at) => calls.map(({ method, path }) => `${method} ${at}${path}`));
          return (
            <>
              <Code text={(isSoap || list.length === 0 ? bases : list).join('\n')} label={t('Addresses')} />
              <p class="row">
                {Object.entries(links).map(([words, to]) => (
                  <a key={to} href={to} target="_blank" rel="noreferrer" hidden={words === 'WSDL' && !isSoap}>
                    {words}
                  </a>
                ))}
                {!isDocumented && t('These are not public now: the service is not served, or its settings say so.')}
              </p>
              {first !== undefined && <Code text={toCurl(base, first)} label={t('The same request by curl')} />}
            </>
          );
        }}
      </Loading>
    </Dialog>
  );
}

function toCurl(base: string, { method, path, query, body, contentType = 'application/json' }: FirstRequest): string {
  const url = `${base}${path === '/' ? '' : path}${query === '' ? '' : `?${query}`}`;
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const sent = body === '' ? [] : [`-H ${quoted(`Content-Type: ${contentType}`)}`, `--data ${quoted(body)}`];
  return [`curl -X ${method} ${quoted(url)}`, ...sent].join(' \\\n  ');
}
