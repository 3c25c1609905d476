/** What has a key, by the name of its command, and the key it usually has. The one list: commands, hints and settings read it. */
import type { FirstCatalogue } from '@portolan/i18n/catalogue-type';
import { isDesktop } from '../host/open-port.ts';
import type { Shortcut } from './shortcuts.ts';

export interface KeyAction {
  /** Of the command. */
  id: string;
  group: (t: FirstCatalogue) => string;
  title: (t: FirstCatalogue) => string;
  /** Null: none until the person gives it one. */
  usual: (shell: 'desktop' | 'browser') => Shortcut | null;
}

const go = (t: FirstCatalogue) => t.palette.groups.navigation;
const chat = (t: FirstCatalogue) => t.palette.groups.chat;
const view = (t: FirstCatalogue) => t.palette.groups.view;
const always = (shortcut: Shortcut) => () => shortcut;
/** A browser keeps these for itself. */
const inDesktop = (shortcut: Shortcut) => (shell: 'desktop' | 'browser') => (shell === 'desktop' ? shortcut : null);
const none = () => null;

export const keyActions: readonly KeyAction[] = [
  { id: 'palette.open', group: go, title: (t) => t.palette.commands.open, usual: always('Mod+K') },
  { id: 'home.open', group: go, title: (t) => t.palette.commands.goHome, usual: none },
  { id: 'servers.open', group: go, title: (t) => t.app.nav.servers, usual: always('Mod+Shift+S') },
  { id: 'server.add', group: go, title: (t) => t.servers.add, usual: none },
  { id: 'library.open', group: go, title: (t) => t.library.open, usual: always('Mod+Shift+L') },
  { id: 'history.open', group: go, title: (t) => t.app.nav.history, usual: always('Mod+Shift+F') },
  { id: 'activity.open', group: go, title: (t) => t.activity.open, usual: none },
  { id: 'trace.open', group: go, title: (t) => t.trace.open, usual: inDesktop('Mod+Shift+I') },
  { id: 'settings.open', group: go, title: (t) => t.app.nav.settings, usual: always('Mod+,') },
  // A browser keeps Ctrl+N for itself.
  { id: 'chat.new', group: chat, title: (t) => t.app.nav.newChat, usual: (shell) => (shell === 'desktop' ? 'Mod+N' : 'Mod+Shift+O') },
  { id: 'project.new', group: chat, title: (t) => t.projects.add, usual: none },
  { id: 'chat.move', group: chat, title: (t) => t.projects.move, usual: none },
  { id: 'question.go', group: chat, title: (t) => t.shell.goToQuestion, usual: always('Mod+J') },
  { id: 'composer.focus', group: chat, title: (t) => t.palette.commands.focusComposer, usual: always('Mod+L') },
  { id: 'composer.attach', group: chat, title: (t) => t.palette.commands.attachFiles, usual: always('Mod+U') },
  { id: 'chat.stop', group: chat, title: (t) => t.palette.commands.stopAnswer, usual: always('Mod+.') },
  { id: 'chat.find', group: chat, title: (t) => t.palette.commands.findInChat, usual: always('Mod+F') },
  { id: 'chat.previous', group: chat, title: (t) => t.palette.commands.previousChat, usual: always('Mod+[') },
  { id: 'chat.next', group: chat, title: (t) => t.palette.commands.nextChat, usual: always('Mod+]') },
  { id: 'sidebar.toggle', group: view, title: (t) => t.palette.commands.toggleSidebar, usual: always('Mod+B') },
  { id: 'text.larger', group: view, title: (t) => t.palette.commands.textLarger, usual: inDesktop('Mod+=') },
  { id: 'text.smaller', group: view, title: (t) => t.palette.commands.textSmaller, usual: inDesktop('Mod+-') },
  { id: 'text.usual', group: view, title: (t) => t.palette.commands.textUsual, usual: inDesktop('Mod+0') },
  { id: 'shortcuts.show', group: view, title: (t) => t.palette.shortcutSheet.title, usual: always('?') },
];

/** Commands whose key stays, as those of questions do. */
export const fixedCommands: ReadonlyMap<string, Shortcut> = new Map([['tool.run', 'Mod+Enter']]);

const byId = new Map(keyActions.map((action) => [action.id, action]));

/** The key a command has until the person chose another; null for none. */
export function usualKey(id: string): Shortcut | null {
  return byId.get(id)?.usual(isDesktop() ? 'desktop' : 'browser') ?? null;
}
