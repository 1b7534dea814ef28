import { isData } from '@ticketgate/sdk';

/** What stands where a secret stood. */
export const MASK = '*******';

/** Members whose values are secrets wherever they appear, compared without case. */
const SECRET_NAMES = new Set([
  'password',
  'newpassword',
  'sessionid',
  'userpw',
  'userpassword',
  'userchallengetoken',
  'challengetoken',
  'apikey',
  'x-api-key',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'twofactortoken',
  'x-otrs-header-password',
  'x-otrs-header-sessionid',
  'x-otrs-header-twofactortoken',
]);

/** A secret shorter than this is only masked by the name of its member: as a text it could be any word. */
const SHORTEST_TEXT = 4;
/** What looks like a session id or an API key, wherever it stands. */
const TOKEN = /\b(?:[0-9]{39}|[0-9A-Za-z]{32}|tg_[0-9A-Za-z_-]{20,})\b/g;
/** The same names in a text that is no JSON: `"Password": "…"`, `Password=…`. */
const NAMED =
  /((?:password|sessionid|userpw|api-?key|authorization)["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s&;,}]+)/gi;

/** True for members that hold secrets; `extra` are those that schemas mark. */
export function isSecretName(name: string, extra?: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase();
  return SECRET_NAMES.has(lower) || (extra?.has(lower) ?? false);
}

/** All texts in `value` that stand at secret names. */
export function collectSecrets(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const entry of value) collectSecrets(entry, found);
  } else if (isData(value)) {
    for (const name of Object.keys(value)) {
      if (isSecretName(name)) collectTexts(value[name], found);
      else collectSecrets(value[name], found);
    }
  }
}

function collectTexts(value: unknown, found: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') found.add(String(value));
  else if (typeof value === 'object' && value !== null)
    Object.values(value).forEach((inner) => {
      collectTexts(inner, found);
    });
}

/** A copy with secrets masked: by the name of their member and, in texts, by what they are. */
export function maskData(value: unknown, maskText: (text: string) => string): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map((entry) => maskData(entry, maskText));
  // Session values are listed as pairs: { Key: 'UserPw', Value: '…' }.
  if (!isData(value)) return value;
  const isSecretPair = typeof value.Key === 'string' && isSecretName(value.Key);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isSecret = isSecretName(name) || (isSecretPair && name === 'Value');
      return [name, isSecret && inner !== null && inner !== undefined ? MASK : maskData(inner, maskText)];
    }),
  );
}

/** Makes the function that masks a request's own secrets, and whatever looks like one, in texts. */
export function textMasker(secrets: ReadonlySet<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_TEXT) continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeURIComponent(secret));
    forms.add(encodeURIComponent(secret).replaceAll('%20', '+'));
  }
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => {
    let masked = text;
    for (const form of ordered) masked = masked.replaceAll(form, MASK);
    return masked.replace(TOKEN, MASK).replace(NAMED, `$1${MASK}`);
  };
}
