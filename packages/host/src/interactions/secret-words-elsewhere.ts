/** What a secret is called in languages that are neither English nor Chinese: a server asks in the language of its people (E01). */

/** Written alone or at the end of a compound, as "Benutzerpasswort" is. */
const words = [
  'passwort', 'passwörter', 'kennwort', 'kennwörter', 'geheimzahl', 'api-schlüssel', 'privater schlüssel',
  'mot de passe', 'mots de passe', 'code secret', 'clé api', 'clé privée', 'clé secrète',
  'contraseña', 'contraseñas', 'clave secreta', 'clave privada', 'clave api', 'senha', 'senhas', 'palavra-passe', 'chave privada',
  'parola d’ordine', 'parola segreta', 'chiave privata', 'wachtwoord', 'lösenord', 'adgangskode', 'salasana', 'hasło', 'heslo', 'jelszó', 'şifre',
  'пароль', 'пароли', 'пин-код', 'секретный ключ', 'приватный ключ',
];
/** Languages that set no spaces, or put endings on. */
const parts = ['パスワード', '暗証番号', '秘密鍵', '비밀번호', '암호', '密碼', '金鑰', '私鑰', '助記詞', '驗證碼'];
/** Words that ask: without one of them a text only speaks of secrets. */
const asking = [
  'bitte', 'eingeben', 'geben sie', 'gib', 'dein', 'ihr', 'entrez', 'saisissez', 'saisir', 'votre', 'ton', 'introduce', 'introduzca', 'ingrese', 'ingresa', 'escriba', 'escribe', 'su', 'tu',
  'digite', 'insira', 'informe', 'sua', 'inserisci', 'inserire', 'tua', 'vul', 'voer', 'je', 'uw', 'ange', 'ditt', 'indtast', 'podaj', 'wpisz', 'zadejte', 'girin', 'введите', 'укажите', 'ваш', 'твой',
];
const askingParts = ['入力', '教えて', '입력', '請', '輸入', '您的', '你的'];

/** @param fold how the texts are folded that {@link SecretsElsewhere} is asked about: the words are folded alike */
export function secretsElsewhere(fold: (text: string) => string): SecretsElsewhere {
  const alternatives = (list: readonly string[]): string => list.map((word) => fold(word.replace(/[-’]/g, ' '))).join('|');
  const thing = new RegExp(`(?:${alternatives(words)})(?!\\p{L})|${alternatives(parts)}`, 'u');
  const request = new RegExp(`(?<!\\p{L})(?:${alternatives(asking)})(?!\\p{L})|${alternatives(askingParts)}`, 'u');
  const plain = (folded: string): string => folded.replace(/[-’']/g, ' ');
  return { isName: (folded) => folded.length <= 40 && thing.test(plain(folded)), isAsked: (folded) => thing.test(plain(folded)) && request.test(plain(folded)) };
}

export interface SecretsElsewhere {
  /** Whether a field of this name or title stands for a secret. */
  isName(folded: string): boolean;
  /** Whether a text asks for one. */
  isAsked(folded: string): boolean;
}
