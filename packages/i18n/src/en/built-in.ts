/** The servers that come with Portolan: what each can do, and what it can reach. */
export const builtIn = {
  tab: 'Built in',
  lead: 'These come with Portolan and are off until you turn one on. Each is a program of its own; you review it before it starts, and where this computer can, it runs contained.',
  badge: 'Built in',
  can: 'What it can do',
  reaches: 'What it can reach',
  turnOn: 'Turn on',
  turnOnAgain: 'Add another',
  turnedOn: (names: string) => `Already among your servers: ${names}`,
  open: 'Open',
  servers: {
    files: {
      name: 'Files',
      can: 'Read, search, write, edit and move files.',
      reaches: 'Only the folders you choose below. Links that lead out of them are not followed.',
    },
    fetch: {
      name: 'Web fetch',
      can: 'Read pages of the public web as plain text.',
      reaches: 'The public web, never your own network or this computer. Sites that ask programs to stay away are left alone.',
    },
    memory: {
      name: 'Memory',
      can: 'Keep notes between chats, and find them again.',
      reaches: 'One folder with its notes.',
    },
    time: {
      name: 'Time',
      can: 'Tell the time anywhere and convert between time zones.',
      reaches: 'Nothing but the clock.',
    },
    demo: {
      name: 'Demonstration',
      can: 'Show everything a server can do: every kind of content, questions, progress, things that change. All made up.',
      reaches: 'Nothing.',
    },
  },
  folders: 'Folders',
  foldersHint: 'Choose at least one. You can change this later.',
  foldersMissing: 'Choose at least one folder.',
  memoryFolder: 'Folder for the notes',
  memoryHint: 'It is made if it is not there.',
  zone: 'Your time zone',
};
