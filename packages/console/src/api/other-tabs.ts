let opened: BroadcastChannel | undefined;

/** A channel hears what others of its name say, also in this tab. */
function openChannel(): BroadcastChannel {
  return (opened ??= new BroadcastChannel('ticketgate session'));
}

/** Tells the other tabs of this browser that somebody has signed in. */
export function tellOtherTabs(): void {
  openChannel().postMessage('');
}

/** Calls `take` when somebody signs in in another tab, until the result is called. */
export function listenToTabs(take: () => void): () => void {
  const channel = openChannel();
  channel.addEventListener('message', take);
  return () => channel.removeEventListener('message', take);
}
