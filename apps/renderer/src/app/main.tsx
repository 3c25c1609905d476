import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Link } from '../host/link.ts';
import { openPort, takeFreshCode } from '../host/open-port.ts';
import { App } from './app.tsx';

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
