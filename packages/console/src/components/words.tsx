import type { Message } from '../api/admin-api.js';
import { messageText } from '../app/language.js';

/** Between the words of a name, but not inside a number or an address such as 127.0.0.1. */
const JOINT = /(?<=[a-z0-9])(?=[A-Z])|(?<=[:/_-])(?=\w)|(?<=\.)(?=[A-Za-z_])/;
/** Spaces, or letters; longer words break anywhere. */
const MOST = /\s+|\S{1,24}/gu;

/** A name that breaks between its words where it is too long for its place. */
export function Words({ of }: { readonly of: string }) {
  const [first, ...others] = of.split(JOINT).flatMap((word) => word.match(MOST) ?? []);
  return (
    <>
      {first}
      {others.map((word, index) => [<wbr key={index} />, word])}
    </>
  );
}

/** A text of the server, marked as English if it is not translated. */
export function ServerText({ of }: { readonly of: string | Message }) {
  const message = typeof of === 'string' ? { message: of } : of;
  const text = messageText(message);
  return <span lang={text === message.message ? 'en' : undefined}>{text}</span>;
}
