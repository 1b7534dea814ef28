/** Tells the other tabs of this browser, which nobody hears oneself. */
export function tellOtherTabs(name: Told, message = ''): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/** That somebody has signed in, or which web service has another draft or version. */
type Told = 'ticketgate session' | 'ticketgate service';

/** Calls for whatever another tab tells, until the result is called. */
export function listenToTabs(name: Told, take: (message: string) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => take(data));
  return () => channel.close();
}
