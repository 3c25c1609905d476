/** Why one entry of the configuration file cannot be used. Field names come from the file. */
export function entryReason(reason: string, field: string): string {
  const it = field === '' ? 'The entry' : `“${field}”`;
  const words: Record<string, string> = {
    'not-an-object': `${it} has to be an object in braces.`,
    'no-command-or-url': 'It has neither a “command” nor a “url”.',
    'wrong-type': `${it} holds something of another kind than is needed there.`,
    'not-allowed': `${it} holds something that is not allowed there.`,
    'too-large': `${it} is far too long.`,
    'duplicate-key': field === '' ? 'Its name is given twice.' : `${it} is given twice.`,
    'duplicate-id': 'Another entry has the same id.',
    'bad-name': 'Its name is empty, too long, or has spaces at an end or characters that cannot be seen.',
  };
  return words[reason] ?? 'It cannot be read.';
}
