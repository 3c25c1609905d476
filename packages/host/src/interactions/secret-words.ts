/** Whether a form asks for a secret, which servers must not do: what is typed there goes to the server and may be kept (E01). */
import type { FormField } from '@portolan/mcp-client/handlers';
import { secretsElsewhere } from './secret-words-elsewhere.ts';

const things = [
  'pass ?words?', 'passwd', 'pwd', 'pw', 'pass ?phrases?', 'pass ?codes?', 'pin(?: ?(?:code|number))?', 'secrets?', '(?:api|access|private|secret|signing|encryption|license|ssh|pgp|gpg) ?keys?', '(?:access|auth|api|bearer|refresh|session|security|personal access|id|csrf) ?tokens?', 'token', 'bearer', 'jwt', '(?:session|auth|login|authentication) ?cookies?', 'credentials?', 'client secret',
  'otp', 'totp', 'hotp', '2fa', 'mfa', 'one ?time (?:pass ?)?(?:word|code|pass ?code)s?', '(?:verification|security|authentication|recovery|backup|two factor|sms|login) codes?',
  '(?:seed|recovery|mnemonic|backup|secret|wallet) ?(?:phrase|words|seed)', 'mnemonic', '(?:secret|security) (?:question )?answer', 'mother(?:[ \'\u2019]?s)? maiden name',
  'cvv2?', 'cvc2?', '(?:credit|debit|bank|payment) ?card(?: ?number)?', 'card number', 'ssn', 'social security(?: number)?', 'iban',
].join('|');
/** As many words as a wallet's key has. */
const keyWords = '(?:12|15|18|21|24|twelve|twenty ?four) (?:\\w+ )?words';
/** A field that is called so; "token limit" and "password policy" are about a secret, and none. */
const fieldName = new RegExp(`^(?:(?:the|a|an|my|your|old|new|current|confirm|repeat|retype|enter|user|users|account|admin|db|database|root|login|github|gitlab|google|aws|openai|stripe|slack|wallet|\\S{1,30}) ){0,4}(?:${things}|${keyWords})(?: (?:again|confirmation|value|here|to continue|\\(\\S+\\)|(?:of|for|from) .{1,100}))?$`, 'u');
const verbs = 'enter|copy|put|fill in|insert|type|paste|provide|give|confirm|input|submit|share|send|tell|need|needs|require|requires|what is|verify';
/** Words that warn of giving one away ("do not give us your pin"), and go on to ask for nothing, nor to say where else it belongs. */
const warning = new RegExp(`\\b(?:do not|don['\u2019]?t|never)(?: ever)? (?:${verbs}) (?:(?!\\b(?:${verbs}|but|only|except|unless|until|instead|else|elsewhere|anyone|anybody|others?|here|them)\\b)[^.!?;:\\n()]){1,100}(?:\\bor other (?:sensitive |private )?(?:info|information|data))?(?=[.!?\\n()]|$)`, 'gu');
/** Words that ask for one; who asks for a password manager asks for none. */
const asking = new RegExp(`\\b(?:${verbs})\\b[^.!?\\n]{0,60}\\b(?:${things})\\b(?! (?:manager|policy)\\b)|\\byour (?:\\w+ ){0,3}(?:${things})\\b(?! (?:manager|policy)\\b)|\\b${keyWords} (?:of|for|from) (?:your|the) (?:\\w+ ){0,2}wallet`, 'u');
const elsewhere = secretsElsewhere(fold);
const chinese = /密码|口令|密钥|私钥|助记词|恢复短语|验证码|动态码|令牌|身份证|银行卡号|信用卡号|安全码|支付密码/u;

/** Fields whose name or title stands for a secret, or whose description asks for one. Only what is typed counts. */
export function secretFields(fields: readonly FormField[]): { name: string; title: string }[] {
  return fields
    .filter((field) => (field.kind === 'string' || field.kind === 'integer' || field.kind === 'number') && (isSecretName(field.name) || isSecretName(field.title ?? '') || isSeed(field) || asksForSecret(field.description ?? '')))
    .map(({ name, title }) => ({ name, title: title ?? name }));
}

/** Whether words of a server ask the person for a secret. */
export function asksForSecret(text: string): boolean {
  const plain = fold(text);
  // A label alone asks, as on a form of paper.
  if (plain.split('\n').some((line) => line.endsWith(':') && line.length <= 60 && isSecretName(line))) return true;
  return spellings(plain.replace(warning, ' ')).some((spelling) => asking.test(spelling)) || (chinese.test(plain) && /请|输入|填写|提供|粘贴|你的|您的/u.test(plain)) || elsewhere.isAsked(plain);
}

function isSecretName(text: string): boolean {
  const plain = fold(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_\-./:*]+/g, ' ').trim());
  return spellings(plain).some((spelling) => fieldName.test(spelling)) || (chinese.test(plain) && plain.length <= 20) || elsewhere.isName(plain);
}

/** A number called so begins a row of random ones; a text is what a wallet opens with. */
function isSeed({ kind, name, title }: FormField): boolean {
  return kind === 'string' && [name, title ?? ''].some((each) => /^(?:(?:your|my|the) )?seed$/.test(fold(each)));
}

/** The text, with letters set apart put together, and with digits and signs read as the letters that they stand for. */
function spellings(plain: string): string[] {
  const together = plain.replace(/(?<!\S)(?:\S ){3,40}\S(?!\S)/gu, (letters) => letters.replaceAll(' ', ''));
  const signs: Record<string, string> = { '@': 'a', '4': 'a', '0': 'o', '1': 'i', '3': 'e', $: 's', '5': 's' };
  return [plain, together, together.replace(/[@40135$]/g, (sign) => signs[sign] ?? sign)];
}

/** Look-alike letters, invisible characters and accents are no way around. Bounded: the patterns run on a server's text. */
function fold(text: string): string {
  const lookAlike: Record<string, string> = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ѕ: 's', ԁ: 'd', ո: 'n', ο: 'o', ρ: 'p', α: 'a', ѡ: 'w', ⅼ: 'l' };
  return text
    .slice(0, 4000)
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => lookAlike[letter] ?? letter)
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
}
