/** An address that a server wants opened, taken apart so that a person sees where it leads (E02). Fetches nothing (E04). */
import { domainToUnicode } from 'node:url';
import type { UrlView } from '@portolan/contract/elicitation';
import { parse } from 'tldts';

const longAddress = 300;
/** The endings that people know addresses by: one of these anywhere in front of the real domain is a mask ("google.com.login.evil.example", "paypal.com-login.evil.example"). */
const knownEndings = /\.(?:com|org|net|gov|edu|mil|int|(?:ac|co|com|gov|org)\.[a-z]{2})(?=[.-])/i;

/** Names that stand in front of a region ("api.eu.example.com") and are nobody's address. */
const ordinaryNames = new Set(['account', 'accounts', 'admin', 'api', 'app', 'auth', 'cdn', 'connect', 'id', 'login', 'mail', 'mcp', 'my', 'oauth', 'portal', 'secure', 'signin', 'sso', 'static', 'web', 'www']);
/** Endings of countries that are as well endings of files. */
const fileEndings = new Set(['ai', 'as', 'cc', 'do', 'in', 'md', 'mk', 'ml', 'mm', 'pl', 'pm', 'ps', 'py', 'rs', 'sc', 'sh', 'so', 'st', 'tf', 'vi']);

/** @param href checked already: http(s), without a user name */
export function urlView(href: string): UrlView {
  const url = new URL(href);
  const { hostname, port, protocol } = url;
  const { domain, isIp } = parse(hostname, { allowPrivateDomains: true });
  // A dot at the end belongs to the name, and is in no list of domains.
  const own = isIp === true || domain === null ? hostname : `${domain}${hostname.endsWith('.') ? '.' : ''}`;
  const before = hostname.slice(0, hostname.length - own.length);
  const shown = domainToUnicode(hostname);
  const unicodeHost = shown !== '' && shown !== hostname ? shown : null;
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.') || hostname === '0.0.0.0' || hostname === '[::]' || /^\[::(?:ffff:)?7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname);
  const path = `${url.pathname}${url.search}${url.hash}`;
  const warnings: UrlView['warnings'] = [];
  const warn = (is: boolean, warning: UrlView['warnings'][number]): void => {
    if (is) warnings.push(warning);
  };
  warn(/(?:^|\.)xn--/i.test(hostname), 'punycode');
  warn(unicodeHost !== null && unicodeHost.split('.').some(mixesLetters), 'mixed-letters');
  warn(isIp === true && !isHere, 'address-of-numbers');
  warn(isHere, 'this-computer');
  warn(protocol === 'http:', 'not-encrypted');
  warn(port !== '' && !isHere, 'port');
  warn(knownEndings.test(before) || beginsLikeAddress(before), 'other-host-in-front');
  warn(namesOtherHost(`${url.pathname}${url.hash}`, own), 'other-host-in-path');
  warn(href.length > longAddress, 'long');
  return { href, scheme: protocol.slice(0, -1), host: { before, domain: own, port: port === '' ? '' : `:${port}` }, unicodeHost, path, warnings };
}

/** Letters of two alphabets that look alike inside one label. */
function mixesLetters(label: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];
  return scripts.filter((script) => script.test(label)).length > 1;
}

/** Whether labels in front of the real domain are an address of a country ("accounts.google.de.evil.example", "google.de-login.evil.example"). */
function beginsLikeAddress(before: string): boolean {
  const labels = before.split('.').filter((label) => label !== '').slice(0, 30);
  return labels.some((label, index) => index > 0 && isCountryAddress([...labels.slice(0, index), label.split('-', 1)[0]].join('.')));
}

function isCountryAddress(name: string): boolean {
  const { domain, domainWithoutSuffix, publicSuffix, isIcann } = parse(name);
  return domain !== null && isIcann === true && /(?:^|\.)[a-z]{2}$/i.test(publicSuffix ?? '') && !ordinaryNames.has((domainWithoutSuffix ?? '').toLowerCase());
}

function namesOtherHost(text: string, own: string): boolean {
  const named = decoded(text).slice(0, 2000).match(/(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}\b/gi) ?? [];
  const found = named.filter((name) => /\.(?:com|org|net|gov|edu)$/i.test(name) || (!fileEndings.has(name.slice(-2).toLowerCase()) && isCountryAddress(name)));
  return found.some((host) => !host.toLowerCase().endsWith(own.toLowerCase().replace(/\.$/, '')));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
