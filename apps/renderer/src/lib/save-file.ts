/** The one door by which the window saves something as a file: the browser, or the desktop's save dialog, asks where to. Nothing is opened. */

/** How long the address of the file stays good: the download begins a moment after the press. */
const addressMs = 60_000;

/** `parts` are put together in order. Nothing of a name that came from a server leads anywhere but into the download folder. */
export function saveText(name: string, parts: readonly string[], type: string): void {
  save(safeFileName(name), new Blob([...parts], { type }));
}

/** Whatever the bytes are, they are only bytes here: no program is chosen for them. Returns the name they are saved under. */
export function saveBytes(name: string, parts: readonly BlobPart[]): string {
  const safe = safeFileName(name);
  save(safe, new Blob([...parts], { type: 'application/octet-stream' }));
  return safe;
}

function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), addressMs);
}

/** Names that Windows keeps for devices, with or without an extension. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?=\.|$)/i;
/** Files that a press in a file manager runs, or that lead elsewhere. */
const runs = /\.(?:lnk|desktop|url|webloc|website|scf|inf|hta|pif|scr|exe|com|cpl|dll|msi|msp|msix|appx|bat|cmd|vbs|vbe|jse|wsf|wsh|ps1|psm1|reg|jar|jnlp|app|dmg|pkg|command|terminal|workflow|appimage|run|deb|rpm|library-ms|search-ms|settingcontent-ms|chm|xll|iqy|one|docm|xlsm|pptm|iso|img|vhdx?)$/i;
const longest = 120;
/** An ending that no program claims. */
const inert = '.file';

/**
 * Letters, digits and a few marks; never hidden, never a path, never a device, never longer than file systems take (T:D14). What
 * a press would run gets an ending that nothing runs, so that it takes a decision of its own.
 */
export function safeFileName(name: string): string {
  const clean = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[.-]+|[.-]+$/g, '');
  const ending = /\.[\p{L}\p{N}-]{1,20}$/u.exec(clean)?.[0] ?? '';
  const more = runs.test(clean) ? inert : '';
  const stem = clean.slice(0, clean.length - ending.length).slice(0, longest - ending.length - more.length).replaceAll(/[.-]+$|[\ud800-\udbff]$/g, '');
  const short = `${stem}${ending}`;
  if (stem === '' && ending === '') return 'portolan';
  return `${devices.test(short) ? '_' : ''}${short}${more}`;
}

const endings: Readonly<Record<string, string>> = {
  'image/png': '.png', 'image/jpeg': '.jpg', 'image/gif': '.gif', 'image/webp': '.webp', 'image/avif': '.avif', 'image/bmp': '.bmp', 'image/svg+xml': '.svg',
  'audio/wav': '.wav', 'audio/mpeg': '.mp3', 'audio/ogg': '.ogg', 'audio/flac': '.flac', 'audio/mp4': '.m4a', 'video/mp4': '.mp4', 'video/webm': '.webm',
  'application/pdf': '.pdf', 'application/zip': '.zip', 'application/gzip': '.gz', 'application/json': '.json', 'text/markdown': '.md', 'text/csv': '.csv', 'text/html': '.html', 'text/plain': '.txt',
};

/** The last part of an address, readable, with an ending that fits the type where it has none. Not yet a safe name. */
export function fileNameOf(uri: string, type: string): string {
  const last = uri.split(/[?#]/, 1)[0]?.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const name = decoded(last.slice(0, 300));
  return /\.[\p{L}\p{N}]{1,12}$/u.test(name) ? name : `${name === '' ? 'file' : name}${endings[type] ?? ''}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
