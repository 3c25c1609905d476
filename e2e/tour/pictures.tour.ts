/** Takes the pictures of docs/screenshots: every screen in the looks of the project, each looked over by axe as well. */
import { fileURLToPath } from 'node:url';
import { inaccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { appsExhibition } from './apps.ts';
import { attachmentsExhibition } from './attachments.ts';
import { filesExhibition } from './files.ts';
import { contextExhibition } from './contexts.ts';
import { imagesExhibition } from './images.ts';
import { jobsExhibition } from './jobs.ts';
import { profilesExhibition } from './profiles.ts';
import { localModelsExhibition } from './local-models.ts';
import { projectsExhibition } from './projects.ts';
import { scriptsExhibition } from './scripts.ts';
import { emptyExhibition, fullExhibition } from './screens.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));

/** With SCREENS, a pattern, only those are pictured; what leads to a screen is not left out by itself. */
const wanted = new RegExp(process.env['SCREENS'] ?? '');

/** The looks in which every screen is pictured; the others show the screens that matter most. */
const isFull = new Set(['light-en', 'dark-zh']);

for (const [name, open] of [
  ['a fresh install', emptyExhibition],
  ['an app in use', fullExhibition],
  ['a message that takes something along', attachmentsExhibition],
  ['files in a message', filesExhibition],
  ['what of a chat goes to its model', contextExhibition],
  ['profiles and prompt templates', profilesExhibition],
  ['projects and a narrowed history', projectsExhibition],
  ['scripts of a model', scriptsExhibition],
  ['images that an answer names', imagesExhibition],
  ['jobs that servers go on with', jobsExhibition],
  ['models of this computer', localModelsExhibition],
  ['tools with apps', appsExhibition],
] as const) {
  test(name, async ({ browser, locale, colorScheme, viewport }, { project }) => {
    await using exhibition = await open(browser);
    const { page } = await exhibition.visit({ colorScheme, viewport, ...(locale === undefined ? {} : { locale }) });
    const found: string[] = [];
    for (const screen of exhibition.screens.filter(({ name: each }) => wanted.test(each))) {
      await screen.open(page);
      if (screen.isKey || isFull.has(project.name)) await page.screenshot({ path: `${folder}/${screen.name}-${project.name}.png`, animations: 'disabled' });
      found.push(...(await inaccessible(page)).map((violation) => `${screen.name}: ${violation}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
}
