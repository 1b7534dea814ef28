import { defineSettings, isData, toText, type Data, type Settings } from '@ticketgate/sdk';

const PREPARE = 'GenericInterface::Invoker::Ticket::Generic::PrepareRequest';
const OMITTED = `${PREPARE}::OmittedFields`;
const ENCODED = `${PREPARE}::Base64EncodedFields`;

export const genericSettings = defineSettings({
  [OMITTED]: [{}, 'By invoker of `Ticket::Generic`: members that are not sent, such as `Article->Body;OwnerData`.'],
  [ENCODED]: [{}, 'By invoker of `Ticket::Generic`: members whose text is sent in Base64, written in the same way.'],
});

/** Leaves out and encodes what the settings name for an invoker. */
export function shapeMembers(data: Data, invoker: string, settings: Settings): Data {
  const omitted = pathsIn(settings.get(OMITTED), invoker);
  const encoded = pathsIn(settings.get(ENCODED), invoker);
  const shorter = omitted.reduce((rest: unknown, path) => changeMember(rest, path, () => undefined), data);
  return encoded.reduce((rest, path) => changeMember(rest, path, toBase64), shorter) as Data; // as the data was
}

/** `A->B;C` are two paths. */
function pathsIn(invokers: unknown, name: string): readonly (readonly string[])[] {
  const paths = isData(invokers) ? toText(invokers[name]).split(';') : [];
  return paths.filter((path) => path.trim() !== '').map((path) => path.split('->').map((part) => part.trim()));
}

function toBase64(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' ? Buffer.from(String(value)).toString('base64') : value;
}

/** Changes a member, in lists that of each entry; undefined takes it away. */
function changeMember(data: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  if (Array.isArray(data)) return data.map((entry) => changeMember(entry, path, change));
  const [name = '', ...below] = path;
  if (!isData(data) || !Object.hasOwn(data, name)) return data;
  const { [name]: value, ...others } = data;
  const changed = below.length === 0 ? change(value) : changeMember(value, below, change);
  return changed === undefined ? others : { ...data, [name]: changed };
}
