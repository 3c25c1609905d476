import { plural } from './plural.ts';

/** Tools that are not what they were when they were first seen. */
export const pins = {
  title: 'Changed since you allowed this server',
  notice: (server: string, count: number, tools: string, hasInstructions: boolean) =>
    count === 0
      ? `${server} now tells models something else about itself. They do not get it until you have looked.`
      : `${server} changed ${plural(count, { one: '# tool', other: '# tools' })} (${tools}). ${plural(count, { one: 'It is', other: 'They are' })} suspended until you have looked${hasInstructions ? '; so are its instructions' : ''}.`,
  look: 'See what changed',
  text: (count: number) => plural(count, { one: '# tool is not what it was. No model is offered it, and nothing can call it until you decide.', other: '# tools are not what they were. No model is offered them, and nothing can call them until you decide.' }),
  /** More than the page shows at once. */
  others: (count: number) => plural(count, { one: 'One more follows when these are decided.', other: '# more follow when these are decided.' }),
  state: { suspended: 'Suspended', keptOff: 'Kept off', added: 'New' },
  newText: 'This tool came after the others. Look at what it says before you use it.',
  reasons: {
    changed: 'Its definition is not the one you know.',
    renamed: (other: string) => `It is what “${other}” was before: the same definition under another name.`,
    swapped: (other: string) => `It has exchanged what it says with “${other}”.`,
    'hidden-orders': 'Its definition holds invisible letters, which only models can read. Honest tools have none.',
  },
  since: (when: string) => `compared with ${when}`,
  never: 'It was never allowed: all of it is shown as new.',
  fields: { name: 'Name', title: 'Title', description: 'Description', inputSchema: 'Arguments (input schema)', outputSchema: 'Results (output schema)', annotations: 'Claims (annotations)', icons: 'Icons' },
  hidden: (count: number) => plural(count, { one: '# hidden character in the new text', other: '# hidden characters in the new text' }),
  diffOf: (field: string, tool: string) => `${field} of ${tool}: before and now`,
  accept: 'Accept the new definition',
  acceptAll: (count: number) => `Accept all ${count}`,
  acceptAllTitle: (count: number) => `Accept the new definitions of ${count} tools?`,
  acceptAllText: 'Models will be offered them again. What you had always allowed will be asked again.',
  keepOff: 'Keep it off',
  accepted: (tool: string) => `${tool} can be used again. Its calls will be asked.`,
  keptOff: (tool: string) => `${tool} stays off until it changes again`,
  decideHere: 'Decide here',
  suspendedRun: 'This tool cannot be run while it is suspended.',
  seen: 'I have seen it',
  addedTools: (names: string) => `New: ${names}`,
  removedTools: (names: string) => `No longer offered: ${names}`,
  server: {
    name: (before: string, after: string) => `The server calls itself “${after}” now; before it was “${before}”.`,
    version: (before: string, after: string) => `The server is version ${after} now; before it was ${before}.`,
    instructions: 'The server gives models other instructions than before. They do not get them until you have seen this.',
    instructionsDiff: 'Instructions: before and now',
  },
  definition: {
    open: 'Everything the model reads',
    title: (tool: string) => `What models read of ${tool}`,
    text: 'Names, defaults, choices, examples and titles are read by models as well as descriptions.',
    sent: 'As it is sent to the model',
    server: 'Server',
    tool: 'Tool',
    name: 'Name',
    description: 'Description',
    noDescription: 'No description.',
    schema: 'Arguments (schema)',
    excluded: (reason: string) => `Not sent: ${reason}`,
    raw: 'As the server sent it',
    output: 'Results (output schema)',
    failure: 'Text of the last failure',
    hidden: (count: number) => plural(count, { one: 'This definition holds # character that cannot be seen. It is marked below.', other: 'This definition holds # characters that cannot be seen. They are marked below.' }),
  },
  confusable: (name: string, other: string) => `“${name}” looks like “${other}”, which is another one.`,
};
