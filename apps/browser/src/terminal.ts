/** The terminal while the app runs: Enter or `o` gives a fresh address, `q` ends. */
export interface TerminalKeys {
  onAddress(): void;
  onOpen(): void;
  onQuit(): void;
}

/** Line by line, so that the terminal keeps behaving as a terminal; a pipe or a closed stdin is left alone. */
export function listenToTerminal(input: NodeJS.ReadStream, keys: TerminalKeys): void {
  if (!input.isTTY) return;
  input.setEncoding('utf8');
  input.on('data', (text: string) => {
    const word = text.trim().toLowerCase();
    if (word === '') keys.onAddress();
    else if (word === 'o') keys.onOpen();
    else if (word === 'q') keys.onQuit();
  });
  // Waiting for keys is no reason to stay alive.
  input.unref();
}
