import type { EventContext } from '@ticketgate/sdk';

/** What operations and handlers of events both have. */
type Chat = Pick<EventContext, 'fetch' | 'settings'>;

/**
 * Posts a message to the chat.
 *
 * @param key the same for a message that may be sent again: a chat that knows it posts it once
 * @throws Error when the chat does not take it
 */
export async function postMessage({ fetch, settings }: Chat, text: string, key: string): Promise<void> {
  const response = await fetch(settings.text('Chat::URL'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ text }),
    seconds: 5,
  });
  if (!response.ok) throw new Error(`The chat answered ${response.status}.`);
}
