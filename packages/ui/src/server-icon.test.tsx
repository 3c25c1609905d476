import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { hueOf, isRasterData, monogram, ServerIcon } from './server-icon.tsx';

afterEach(cleanup);

const png = 'data:image/png;base64,iVBORw0KGgo=';

describe('icons of servers (D01)', () => {
  it.each([
    'https://evil.example/i.png',
    'http://127.0.0.1/i.png',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'blob:https://a/1',
    '//evil.example/i.png',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/png,AAAA',
    'data:image/png;base64,AA"onerror="x',
    ' data:image/png;base64,AAAA',
    `data:image/png;base64,${'A'.repeat(400_000)}`,
  ])('loads nothing for %s', (src) => {
    const { container } = render(<ServerIcon name="Files" src={src.slice(0, 500_000)} />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('F');
  });

  it('shows inline raster, and letters again when it turns out broken', () => {
    expect(isRasterData(png)).toBe(true);
    const { container } = render(<ServerIcon name="Files" src={png} />);
    const image = container.querySelector('img');
    expect(image?.getAttribute('src')).toBe(png);
    if (image) fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('F');
  });

  it.each([
    ['filesystem', 'F'],
    ['memory-bank', 'MB'],
    ['天气服务', '天'],
    ['  _git hub_ ', 'GH'],
    ['\u202eevil', 'E'],
    ['💥', '?'],
    ['', '?'],
    ['3d printer', '3P'],
  ])('draws %j as %s', (name, letters) => {
    expect(monogram(name)).toBe(letters);
  });

  it('gives a name the same colour every time', () => {
    expect(hueOf('GitHub')).toBe(hueOf('GitHub'));
    const hues = new Set(['GitHub', 'Filesystem', 'Memory', 'Weather', 'Playwright', 'Fetch'].map(hueOf));
    expect(hues.size).toBeGreaterThan(3);
  });
});
