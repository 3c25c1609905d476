/** What goes with a message, taken by keyboard. */
import type { ServerId } from '@portolan/contract/ids';
import { expect } from '../harness/test.ts';
import type { Locator, Page } from '@playwright/test';
import type { RunningApp } from '../harness/running-app.ts';
import { withHost } from './prepare.ts';
import { main } from './servers.ts';

/** The field, whether a list is open above it or not. */
export const field = (page: Page): Locator => main(page).locator('textarea').last();
export const choices = (page: Page, label: string): Locator => main(page).getByRole('listbox', { name: label });
export const chips = (page: Page, label = 'Attached'): Locator => main(page).getByRole('list', { name: label }).getByRole('listitem');

/** Types into the field with the focus and takes the choice that is marked once it is the one that is meant. */
export async function pick(page: Page, typed: string, option: RegExp): Promise<void> {
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(typed);
  await expect(main(page).getByRole('option', { name: option, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('listbox')).toBeHidden();
}

/** Types into the field of an argument, waits for a value the server offers, and takes it; then goes on. */
export async function fillWith(page: Page, label: string, typed: string, value: string): Promise<void> {
  const argument = page.getByRole('combobox', { name: new RegExp(`^${label}`) });
  await expect(argument).toBeFocused();
  // A list that is drawn anew at the wrong moment loses its mark, or moves it: what was taken is looked at, and else begun again.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    // What it offered for an empty field goes first.
    await expect.poll(async () => (await page.getByRole('option').allTextContents()).filter((text) => !text.startsWith(typed)), { timeout: 5_000 }).toEqual([]);
    await expect(page.getByRole('option').first()).toHaveText(value, { timeout: 5_000 });
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: value, exact: true }).and(page.locator('[data-highlighted]'))).toBeVisible({ timeout: 1_000 });
    await page.keyboard.press('Enter');
    await expect(argument).toHaveValue(value, { timeout: 1_000 });
  }).toPass();
}

/** Which resources the living fixture has a subscription for, as it says itself. */
export async function subscribed(app: RunningApp, server: string): Promise<string[]> {
  return (JSON.parse(await textAt(app, server, 'fixture://subscriptions')) as { now: string[] }).now;
}

/** When the ticker of the living fixture became 1, 2, …; milliseconds of the epoch. */
export async function tickerChanges(app: RunningApp, server: string): Promise<number[]> {
  return JSON.parse(await textAt(app, server, 'fixture://changes')) as number[];
}

/** What a resource holds, read past the screen. */
async function textAt(app: RunningApp, server: string, uri: string): Promise<string> {
  let told = '{}';
  await withHost(app, async (host) => {
    const known = await new Promise<{ id: ServerId; name: string }[]>((resolve) => {
      const stop = host.watch('servers/watch', {}, (event) => {
        if (event.type !== 'snapshot') return;
        resolve(event.servers);
        queueMicrotask(() => stop());
      });
    });
    const serverId = known.find(({ name }) => name === server)?.id;
    if (serverId === undefined) throw new Error(`no server ${server}`);
    const { contents } = await host.request('resources/read', { serverId, uri });
    told = contents[0]?.kind === 'text' ? contents[0].text : told;
  });
  return told;
}

/** Notes when a button of this name comes up, by the clock of the window; the times are in milliseconds of the epoch. */
export async function noteAppearances(page: Page, name: string): Promise<{ times: () => Promise<number[]> }> {
  await page.evaluate((label) => {
    const times: number[] = [];
    Reflect.set(globalThis, '__appearances', times);
    const isThere = () => [...document.querySelectorAll('button')].some((button) => button.getAttribute('aria-label') === label || button.textContent === label);
    let was = isThere();
    new MutationObserver(() => {
      const is = isThere();
      if (is && !was) times.push(Date.now());
      was = is;
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  }, name);
  return { times: () => page.evaluate(() => [...(Reflect.get(globalThis, '__appearances') as number[])]) };
}
