import type { FirstCatalogue } from './catalogue-type.ts';
import { app } from './zh-cn/app.ts';
import { chat } from './zh-cn/chat.ts';
import { composer } from './zh-cn/composer.ts';
import { history } from './zh-cn/history.ts';
import { notifications } from './zh-cn/notifications.ts';
import { onboarding } from './zh-cn/onboarding.ts';
import { palette } from './zh-cn/palette.ts';
import { shell } from './zh-cn/shell.ts';
import { ui } from './zh-cn/ui.ts';
import { firstWords } from './zh-cn/first-words.ts';

export const zhCnFirst: FirstCatalogue = { ...firstWords, app, chat, composer, history, notifications, onboarding, palette, shell, ui };
