/** Apps of tools, as a person meets them in a chat. */
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { main } from './servers.ts';

/** The app of the newest call that has one, with its bar. */
export const app = (page: Page): Locator => main(page).locator('[data-app]').last();

/** The app's own page: a frame inside the frame that keeps it apart. */
export const inside = (page: Page): FrameLocator => app(page).frameLocator('iframe').frameLocator('iframe');

/** A button of the bar above the app. */
export const bar = (page: Page, name: string): Locator => app(page).getByRole('banner').or(app(page).locator('header')).getByRole('button', { name, exact: true }).first();
