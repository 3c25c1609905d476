import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Link } from '../host/link.ts';
import { openPort, takeFreshCode } from '../host/open-port.ts';
import { App } from './app.tsx';
import { firstCatalogues } from '@portolan/i18n/load-texts';
import { firstLocale } from '../lib/last-look.ts';

// The window needs words before anything else: asked for beside the connection, not after it.
firstCatalogues.load(firstLocale()).catch(() => {});
const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');
const link = new Link(openPort);
// Before the router hears of it: a code is no page.
addEventListener('hashchange', (event) => {
  if (takeFreshCode()) event.stopImmediatePropagation();
});
createRoot(root).render(
  <StrictMode>
    <App link={link} />
  </StrictMode>,
);
