/** The example servers that the authors of MCP Apps publish: each shows its app, fits it, is there after a reload, and asks before it calls. */
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { app as appOf, inside } from '../steps/apps.ts';
import { allowOnce, card, newChat, send } from '../steps/chat.ts';
import { addReviewed, haveModel } from '../steps/prepare.ts';
import { openServer, sidebar } from '../steps/servers.ts';
import { exampleApps, exampleEntry } from '../support/example-apps.ts';
import type { ExampleApp } from '../support/example-apps.ts';
import { offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';

const shader = 'void mainImage(out vec4 fragColor, in vec2 fragCoord) { fragColor = vec4(fragCoord / iResolution.xy, 0.5, 1.0); }';
const args: Partial<Record<ExampleApp, object>> = { shadertoy: { fragmentShader: shader }, 'sheet-music': { abcNotation: 'X:1\nT:Scale\nM:4/4\nL:1/4\nK:C\nCDEF|GABc|' } };
const time = (frame: FrameLocator) => frame.getByText(/\d{4}-\d\d-\d\dT/);
/** What stands on each once it has what its tool answered. */
const signs: Record<ExampleApp, (frame: FrameLocator) => Locator> = {
  'basic-vanillajs': time,
  'basic-react': time,
  'basic-preact': time,
  'basic-svelte': time,
  'basic-solid': time,
  'basic-vue': time,
  'budget-allocator': (frame) => frame.getByText(/Allocated: /),
  'cohort-heatmap': (frame) => frame.getByText(/Cohort/).first(),
  'customer-segmentation': (frame) => frame.getByText(/Segment/).first(),
  'scenario-modeler': (frame) => frame.getByText(/Scenario/).first(),
  'system-monitor': (frame) => frame.getByText('System Monitor'),
  shadertoy: (frame) => frame.locator('canvas').first(),
  'sheet-music': (frame) => frame.locator('svg').first(),
  transcript: (frame) => frame.getByRole('button', { name: 'Start' }).or(frame.getByText('Start')).first(),
};

/** Allows what the app in the chat asks for, for once. */
async function allowForApp(page: Page, tool: string): Promise<void> {
  await expect(card(page).first()).toContainText('The app in this chat asks for this');
  await expect(card(page).first()).toContainText(tool);
  await allowOnce(page);
}
async function askTime(page: Page): Promise<void> {
  const before = (await time(inside(page)).textContent()) ?? '';
  await inside(page).getByRole('button', { name: 'Get Server Time' }).click();
  await allowForApp(page, 'get-time');
  await expect(time(inside(page))).not.toHaveText(before);
  await expect(appOf(page)).toContainText('1 call by this app');
}
/** What eight of them ask for themselves, and how it shows that they got it; one fails at it, and the other five only show what they were given. */
const calls: Partial<Record<ExampleApp, (page: Page) => Promise<void>>> = {
  'basic-vanillajs': askTime,
  'basic-react': askTime,
  'basic-preact': askTime,
  'basic-svelte': askTime,
  'basic-solid': askTime,
  'basic-vue': async (page) => {
    // It keeps the bridge in a deep `ref`, through which its private fields cannot be read: its call fails in itself, before anything is asked.
    await inside(page).getByRole('button', { name: 'Get Server Time' }).click();
    await expect(inside(page).getByText('[ERROR]')).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  },
  'cohort-heatmap': async (page) => {
    // It waits for its first data, and asks anew for another period.
    await expect(inside(page).getByText('Loading...')).toBeVisible();
    await allowForApp(page, 'get-cohort-data');
    await expect(inside(page).getByText('M0', { exact: true })).toBeVisible();
    await inside(page).getByLabel('Period:').selectOption('weekly');
    await expect(inside(page).getByText('Loading...')).toBeVisible();
    await allowForApp(page, 'get-cohort-data');
    await expect(inside(page).getByText('M0', { exact: true })).toBeVisible();
  },
  'customer-segmentation': async (page) => {
    await expect(inside(page).locator('#legend')).toBeEmpty();
    await allowForApp(page, 'get-customer-data');
    await expect(inside(page).locator('#legend')).toContainText('Enterprise');
  },
  'system-monitor': async (page) => {
    // It polls a tool that models are not offered; each time is asked about until it is allowed for more.
    await allowForApp(page, 'poll-system-stats');
    await expect(inside(page).getByText(/\d+(?:\.\d+)?\s*%/).first()).toBeVisible();
  },
};

const names = Object.keys(exampleApps) as ExampleApp[];
// Each third on its own: one server after the other takes its time.
for (const third of [0, 1, 2].map((rest) => names.filter((_, index) => index % 3 === rest))) {
  test(`published apps are shown, sized, used and there again after a reload: ${third.join(', ')} (P23, I14)`, { tag: '@full' }, async ({ app }) => {
    test.setTimeout(300_000);
    await using model = await startModelEndpoint((request) => {
      const last = request.messages.at(-1);
      if (last?.role === 'tool') return { kind: 'text', text: 'There it is.' };
      const name = textOf(last) as ExampleApp;
      return { kind: 'call', tool: offered(request, exampleApps[name]).name, arguments: args[name] ?? {} };
    });
    // They say what they do on the console, and mind their own deprecated calls.
    app.complaints.expect(/about:srcdoc|\[APP\]|WebGL|GPU|blob:/i);
    await haveModel(app, model);
    for (const name of third) {
      await test.step(name, async () => {
        await addReviewed(app, { [name]: exampleEntry(name) });
        const { page } = app;
        await expect(sidebar(page).getByRole('link', { name: new RegExp(`^${name} .*Ready`) })).toBeVisible({ timeout: 60_000 });
        await newChat(page);
        await send(page, name);
        await allowOnce(page);
        await expect(signs[name](inside(page))).toBeVisible({ timeout: 60_000 });
        const height = (await appOf(page).locator('iframe').boundingBox())?.height ?? 0;
        expect(height).toBeGreaterThan(40);
        expect(height).toBeLessThanOrEqual(666);
        await calls[name]?.(page);
        await page.reload();
        await expect(signs[name](inside(page))).toBeVisible({ timeout: 60_000 });
        // Its server goes on; what it asks meanwhile is nobody's answer to wait for.
        await openServer(page, name);
        await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
      });
    }
  });
}
