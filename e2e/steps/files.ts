/** Pictures as people have them: in the clipboard, and as files. */
import type { Page } from '@playwright/test';
import type { RunningApp } from '../harness/running-app.ts';
import { field } from './attachments.ts';

interface Size {
  width: number;
  height: number;
}

/** Pastes a picture into the field, as a clipboard holds a copied one: without a name of its own and without words. */
export async function pastePicture(page: Page, size: Size): Promise<void> {
  const base64 = await drawn(page, size);
  await field(page).evaluate(async (element, data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, base64);
}

export async function pictureFile(page: Page, name: string, size: Size): Promise<ChosenFile> {
  return { name, mimeType: 'image/png', buffer: Buffer.from(await drawn(page, size), 'base64') };
}

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Through the button: in the desktop app it has a menu, for a screenshot is the other way. */
export async function chooseFiles({ page, shell }: Pick<RunningApp, 'page' | 'shell'>, files: ChosenFile[]): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  if (shell === 'desktop') await page.getByRole('menuitem', { name: 'Choose files…' }).click();
  await (await chosen).setFiles(files);
}

/** A PNG in base64, with something to see in it. */
function drawn(page: Page, { width, height }: Size): Promise<string> {
  return page.evaluate(([w, h]) => {
    const canvas = document.createElement('canvas');
    canvas.width = w;
    canvas.height = h;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('nothing to draw on');
    const sky = context.createLinearGradient(0, 0, 0, h);
    sky.addColorStop(0, '#2b6cb0');
    sky.addColorStop(1, '#f6ad55');
    context.fillStyle = sky;
    context.fillRect(0, 0, w, h);
    context.fillStyle = '#2f855a';
    context.beginPath();
    context.ellipse(w / 2, h, w / 1.6, h / 3, 0, 0, 2 * Math.PI);
    context.fill();
    return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
  }, [width, height] as const);
}
