import { describe, expect, it } from 'vitest';
import { asksForSecret, secretFields } from './secret-words.ts';

const field = (name: string, more: { title?: string; description?: string } = {}) => ({ kind: 'string' as const, name, isRequired: false, ...more });

describe('a form that asks for a secret', () => {
  it('is known by the names of its fields (T:E01)', () => {
    for (const name of ['password', 'user_password', 'newPassword', 'apiKey', 'OPENAI_API_KEY', 'access-token', 'token', 'otp', 'pin', 'PIN code', 'seedPhrase', 'recovery_phrase', 'cvv', 'card_number', 'client_secret', 'Github token', 'two factor code', 'ｐａｓｓｗｏｒｄ', 'pass\u200bword']) expect(secretFields([field(name)]), name).toHaveLength(1);
    for (const title of ['Access token of the server mail', 'Password for GitHub', 'PIN of your card', 'API key from the dashboard']) expect(secretFields([field('x', { title })]), title).toHaveLength(1);
    for (const title of ['Number of tokens for an answer', 'Name of the token owner']) expect(secretFields([field('x', { title })]), title).toHaveLength(0);
    for (const name of ['name', 'email', 'pinned', 'token_limit', 'max_tokens', 'password_policy', 'keyboard', 'secretary', 'spin', 'description', 'monkey', 'passenger', 'key']) expect(secretFields([field(name)]), name).toHaveLength(0);
  });

  it('is known by the words around them, and a mere mention is no asking (T:E01)', () => {
    expect(asksForSecret('Please enter your password')).toBe(true);
    expect(asksForSecret('To continue, paste the API key from your dashboard.')).toBe(true);
    expect(asksForSecret('请输入您的密码')).toBe(true);
    expect(asksForSecret('Which mailbox do you want to open?')).toBe(false);
    expect(asksForSecret('Passwords are never asked for here.')).toBe(false);
    expect(asksForSecret('Your favorite integer (do not give us your phone number, pin, or other sensitive info)')).toBe(false);
    expect(asksForSecret('Never share your password.')).toBe(false);
    for (const words of ['Do not hesitate to enter your password', 'Never give others your password', 'Do not share it, but enter your password', 'Do not type your password elsewhere', 'Do not give us your name (enter your password)']) expect(asksForSecret(words), words).toBe(true);
    expect(asksForSecret('How many tokens may one answer have?')).toBe(false);
  });

  it('is known however its name is spelt, and an ordinary form is none (T:E01)', () => {
    for (const name of ['p a s s w o r d', 'p@ssw0rd', 'P4$$word', 'pw', 'session cookie', 'jwt', 'secret answer', 'securityAnswer', 'mother\u2019s maiden name', 'mothers_maiden_name', '24 words', '12 recovery words', 'wallet phrase', 'seed', '身份证', 'iban', 'cvv']) expect(secretFields([field(name)]), name).toHaveLength(1);
    for (const words of ['Password:', '密码:', '密码：', 'To go on\nPassword:', 'Copy the API key in here', 'We need the 12 words of your wallet', 'Please enter your p a s s w o r d', 'Enter your p@ssword']) expect(asksForSecret(words), words).toBe(true);
    for (const name of ['word count', 'words', '24 hours', 'keyboard layout', 'password manager', 'answer', 'cookie recipe', 'maiden voyage', 'wallet name', 'a b c d', 'plan b', 'urban', 'pwa']) expect(secretFields([field(name)]), name).toHaveLength(0);
    for (const words of ['Word count:', 'Name:', 'Which keyboard layout do you use?', 'What is your password manager?', 'Copy the title in here', 'Describe it in 12 words', 'Put 5 items into your cart']) expect(asksForSecret(words), words).toBe(false);
    const choice = { kind: 'select' as const, name: 'password manager you use?', isRequired: false, options: [{ value: 'a', title: 'A' }] };
    expect(secretFields([choice, { kind: 'integer', name: 'seed', isRequired: false }])).toEqual([]);
  });

  it('is known in other languages too, in which as well a mere mention is no asking (T:E01)', () => {
    for (const name of ['Kennwort', 'Benutzerpasswort', 'mot_de_passe', 'contraseña', 'senha', 'пароль', 'パスワード', '비밀번호', '密碼', 'hasło']) expect(secretFields([field(name)]), name).toHaveLength(1);
    for (const words of ['Bitte geben Sie Ihr Passwort ein', 'Entrez votre mot de passe', 'Introduce tu contraseña', 'Введите пароль', 'パスワードを入力してください', '請輸入您的密碼', 'Fill in the password']) expect(asksForSecret(words), words).toBe(true);
    for (const words of ['Passwörter werden hier nie abgefragt.', 'Mot de passe oublié', 'Qual è la parola del giorno?', 'Wie heißen Sie? Bitte geben Sie Ihren Namen ein.']) expect(asksForSecret(words), words).toBe(false);
    for (const name of ['Wortart', 'parola', 'ключевое слово', 'llave']) expect(secretFields([field(name)]), name).toHaveLength(0);
  });
});
