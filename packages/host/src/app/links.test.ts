import { describe, expect, it } from 'vitest';
import { checkLink } from './links.ts';

describe('the door for links', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['https://例え.jp/', 'https://xn--r8jz45g.jp/'],
  ])('opens %s', (link, href) => expect(checkLink(link)).toBe(href));

  it.each([
    'file:///etc/passwd', 'smb://h/s', '\\\\h\\s', 'ms-msdt:x', 'calculator:', 'vscode://x', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)',
    'java\tscript:alert(1)', 'data:text/html,x', 'portolan://x', 'portolan-app://main/', '//evil', '', 'about:blank', 'blob:https://x/1', 'view-source:https://x', 'intent://x',
    'https://google.com@evil.example/', 'https://user:pass@evil.example/', 'https://', 'ftp://x/', 'ws://x/', 'https://a b/', '--upload-pack=x', 'https://x/\u0000',
  ])('refuses %j (T:B05, T:G01, E15)', (link) => expect(() => checkLink(link)).toThrow(/link-refused/));
});
