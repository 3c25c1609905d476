/** An address that a server wants opened, taken apart so that a person sees where it leads (E02). Fetches nothing (E04). */
import { domainToUnicode } from 'node:url';
import type { UrlView } from '@portolan/contract/elicitation';
import { parse } from 'tldts';

const longAddress = 300;
/** The endings that people know addresses by: one of these anywhere in front of the real domain is a mask ("google.com.login.evil.example", "paypal.com-login.evil.example"). */
const knownEndings = /\.(?:com|org|net|gov|edu|mil|int|(?:ac|co|com|gov|org)\.[a-z]{2})(?=[.-])/i;

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
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.');
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
  warn(knownEndings.test(before), 'other-host-in-front');
  warn(namesOtherHost(`${url.pathname}${url.hash}`, own), 'other-host-in-path');
  warn(href.length > longAddress, 'long');
  return { href, scheme: protocol.slice(0, -1), host: { before, domain: own, port: port === '' ? '' : `:${port}` }, unicodeHost, path, warnings };
}

/** Letters of two alphabets that look alike inside one label. */
function mixesLetters(label: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];
  return scripts.filter((script) => script.test(label)).length > 1;
}

function namesOtherHost(text: string, own: string): boolean {
  const found = decoded(text).slice(0, 2000).match(/(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|gov|edu)\b/gi) ?? [];
  return found.some((host) => !host.toLowerCase().endsWith(own.toLowerCase().replace(/\.$/, '')));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
