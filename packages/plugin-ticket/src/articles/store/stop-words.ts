import { isData, type Data, type Settings } from '@ticketgate/sdk';

/** Loading the library takes some milliseconds, which a gateway that is attached to a host does not need. */
let lists: Promise<Data> | undefined;

/** The words that are not indexed, as lists by language: those of the setting, or of a library. */
export async function stopWordLists(settings: Settings): Promise<Data> {
  const value = settings.get('Ticket::SearchIndex::StopWords');
  if (isData(value)) return value;
  lists ??= import('stopword').then(({ deu, eng, fra, ita, nld, spa }) => ({ deu, eng, fra, ita, nld, spa }));
  return lists;
}
