/** The table of commands, in the order in which help shows them. */
import type { Command } from '../command.ts';
import { promptCommands } from './prompts.ts';
import { resourceCommands } from './resources.ts';
import { serverCommands } from './servers.ts';
import { serverLogCommands } from './server-log.ts';
import { toolCommands } from './tools.ts';

export const commands: readonly Command[] = [...serverCommands, ...serverLogCommands, ...toolCommands, ...resourceCommands, ...promptCommands];
