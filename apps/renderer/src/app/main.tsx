import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Link } from '../host/link.ts';
import { openPort } from '../host/open-port.ts';
import { App } from './app.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');
const link = new Link(openPort);
createRoot(root).render(
  <StrictMode>
    <App link={link} />
  </StrictMode>,
);
