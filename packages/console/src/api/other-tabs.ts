/** That somebody has signed in, or which web service has another draft or version. */
type Told = 'ticketgate session' | 'ticketgate service';

/** One for each name: a channel hears what others of its name say, also in this tab. */
const channels = new Map<Told, BroadcastChannel>();

function openChannel(name: Told): BroadcastChannel {
  const channel = channels.get(name) ?? new BroadcastChannel(name);
  channels.set(name, channel);
  return channel;
}

/** Tells the other tabs of this browser. */
export function tellOtherTabs(name: Told, message = ''): void {
  openChannel(name).postMessage(message);
}

/** Calls for whatever another tab tells, until the result is called. */
export function listenToTabs(name: Told, take: (message: string) => void): () => void {
  const channel = openChannel(name);
  const hear = ({ data }: MessageEvent<string>) => take(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
