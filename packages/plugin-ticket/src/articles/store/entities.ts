/** Names of the characters from 160 on, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** Names of other characters, each with the character. */
const OTHERS =
  'quot"amp&lt<gt>OEligŒoeligœScaronŠscaronšYumlŸfnofƒcircˆtilde˜AlphaΑBetaΒGammaΓDeltaΔEpsilonΕZetaΖEtaΗThetaΘIotaΙKappaΚLambdaΛMuΜNuΝXiΞOmicronΟPiΠRhoΡSigmaΣTauΤUpsilonΥPhiΦChiΧPsiΨOmegaΩalphaαbetaβgammaγdeltaδepsilonεzetaζetaηthetaθiotaιkappaκlambdaλmuμnuνxiξomicronοpiπrhoρsigmafςsigmaσtauτupsilonυphiφchiχpsiψomegaωthetasymϑupsihϒpivϖensp\u2002emsp\u2003thinsp\u2009zwnj\u200czwj\u200dlrm\u200erlm\u200fndash–mdash—lsquo‘rsquo’sbquo‚ldquo“rdquo”bdquo„dagger†Dagger‡bull•hellip…permil‰prime′Prime″lsaquo‹rsaquo›oline‾frasl⁄euro€imageℑweierp℘realℜtrade™alefsymℵlarr←uarr↑rarr→darr↓harr↔crarr↵lArr⇐uArr⇑rArr⇒dArr⇓hArr⇔forall∀part∂exist∃empty∅nabla∇isin∈notin∉ni∋prod∏sum∑minus−lowast∗radic√prop∝infin∞ang∠and∧or∨cap∩cup∪int∫there4∴sim∼cong≅asymp≈ne≠equiv≡le≤ge≥sub⊂sup⊃nsub⊄sube⊆supe⊇oplus⊕otimes⊗perp⊥sdot⋅lceil⌈rceil⌉lfloor⌊rfloor⌋lang\u2329rang\u232aloz◊spades♠clubs♣hearts♥diams♦';

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(' ').map((name, place) => [name, String.fromCodePoint(160 + place)] as const),
  ...[...OTHERS.matchAll(/(\w+)(\W)/g)].map(([, name = '', character = '']) => [name, character] as const),
]);

/** Replaces numbers, then the names of HTML 4, each once, with or without a semicolon. Others stay as they are. */
export function decodeEntities(text: string): string {
  return text
    .replaceAll(/&#(\d+);?/g, (entity, digits: string) => toCharacter(Number(digits)) ?? entity)
    .replaceAll(/&#x([\da-f]+);?/gi, (entity, digits: string) =>
      /^0+$/.test(digits) ? entity : (toCharacter(Number.parseInt(digits, 16)) ?? entity),
    )
    .replaceAll(/&(\w+);?/g, (entity, name: string) => NAMED.get(name) ?? entity);
}

function toCharacter(code: number): string | undefined {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  // Those for private use of programs, such as the marks of parts that are set aside.
  const isNoCharacter = code >= 0xfdd0 && code <= 0xfdef;
  return code > 0x10ffff || isSurrogate || isNoCharacter ? undefined : String.fromCodePoint(code);
}
