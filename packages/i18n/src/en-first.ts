import { app } from './en/app.ts';
import { chat } from './en/chat.ts';
import { composer } from './en/composer.ts';
import { history } from './en/history.ts';
import { notifications } from './en/notifications.ts';
import { onboarding } from './en/onboarding.ts';
import { palette } from './en/palette.ts';
import { shell } from './en/shell.ts';
import { ui } from './en/ui.ts';
import { firstWords } from './en/first-words.ts';

/** What the first screen of the window says; the rest loads with the first page that needs it. */
export const enFirst = { ...firstWords, app, chat, composer, history, notifications, onboarding, palette, shell, ui };
