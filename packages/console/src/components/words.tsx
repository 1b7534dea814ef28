/** Between the words of a name. */
const JOINT = /(?<=[a-z0-9])(?=[A-Z])|(?<=[:/._-])(?=\w)/;
/** Letters; longer words break anywhere. */
const MOST = /.{1,24}/gsu;

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
