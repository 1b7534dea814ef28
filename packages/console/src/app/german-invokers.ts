/** Of invokers, and of what they could not deliver. */
export const germanInvokers: Readonly<Record<string, string>> = {
  Invokers: 'Invoker',
  Invoker: 'Invoker',
  'This web service sends nothing': 'Dieser Webservice sendet nichts',
  'Add an invoker to the definition': 'Der Definition einen Invoker hinzufügen',
  'Invokers send requests to other systems when something happens, for example to a ticket.':
    'Invoker senden Anfragen an andere Systeme, wenn etwas geschieht, zum Beispiel mit einem Ticket.',
  'Called by': 'Aufgerufen durch',
  Sends: 'Sendet',
  'Only by hand': 'Nur von Hand',
  'client waits': 'Client wartet',
  'on a condition': 'unter einer Bedingung',
  'No controller': 'Kein Controller',
  'Call {name} by hand': '{name} von Hand aufrufen',
  'As if by the event': 'Wie durch das Ereignis',
  'Its name is part of the data.': 'Sein Name gehört zu den Daten.',
  'Data of the event': 'Daten des Ereignisses',
  'What the event would bring, as JSON.': 'Was das Ereignis mitbrächte, als JSON.',
  'Show what it would send': 'Zeigen, was gesendet würde',
  'Send it': 'Jetzt senden',
  'The published version is called. What is sent cannot be undone, and the audit log has it.':
    'Die veröffentlichte Version wird aufgerufen. Was gesendet ist, lässt sich nicht zurücknehmen und steht im Audit-Log.',
  'What was sent': 'Was gesendet wurde',
  'First see what would be sent, without its secrets. Then you can send it.':
    'Sehen Sie zuerst, was gesendet würde, ohne Geheimnisse. Dann können Sie es senden.',
  'What the invoker made of the answer': 'Was der Invoker aus der Antwort gemacht hat',
  Failed: 'Fehlgeschlagen',
  'Not sent': 'Nicht gesendet',
  'Address of the request': 'Adresse der Anfrage',
  'Headers of the request': 'Kopfzeilen der Anfrage',
  'The request has no body.': 'Die Anfrage hat keinen Inhalt.',
  'Body of the request': 'Inhalt der Anfrage',
};
