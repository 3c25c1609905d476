/** The one door by which the window saves a text as a file: the browser, or the desktop's save dialog, asks where to. */

/** How long the address of the file stays good: the download begins a moment after the press. */
const addressMs = 60_000;

/** `parts` are put together in order. Nothing of a name that came from a server leads anywhere but into the download folder. */
export function saveText(name: string, parts: readonly string[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = safeFileName(name);
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), addressMs);
}

/** Letters, digits and a few marks; never hidden, never a path, never longer than file systems take. */
export function safeFileName(name: string): string {
  const clean = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[.-]+|[.-]+$/g, '').slice(0, 120);
  return clean === '' ? 'portolan' : clean;
}
