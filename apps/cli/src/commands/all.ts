/** The table of commands, in the order in which help shows them. */
import type { Command } from '../command.ts';
import { activityCommands } from './activity.ts';
import { completionCommand } from './completion.ts';
import { configCommands } from './config.ts';
import { doctorCommands } from './doctor.ts';
import { exportCommands } from './export.ts';
import { importCommands } from './import.ts';
import { installCommands } from './install.ts';
import { jobCommands } from './jobs.ts';
import { networkCommands } from './network.ts';
import { pinCommands } from './pins.ts';
import { promptCommands } from './prompts.ts';
import { registryCommands } from './registry.ts';
import { resourceCommands } from './resources.ts';
import { ruleCommands } from './rules.ts';
import { runCommand } from './run.ts';
import { secretCommands } from './secrets.ts';
import { serverAnswerCommands } from './server-answers.ts';
import { serverCommands } from './servers.ts';
import { serverLimitCommands } from './server-limits.ts';
import { serverSandboxCommands } from './server-sandbox.ts';
import { serverEditCommands } from './server-edit.ts';
import { serverLogCommands } from './server-log.ts';
import { signInCommands } from './sign-in.ts';
import { toolCommands } from './tools.ts';
import { traceCommands } from './trace.ts';

export const commands: readonly Command[] = [
  ...serverCommands,
  ...serverEditCommands,
  ...serverSandboxCommands,
  ...serverLimitCommands,
  ...serverAnswerCommands,
  ...serverLogCommands,
  ...importCommands,
  ...exportCommands,
  ...installCommands,
  ...registryCommands,
  ...toolCommands,
  ...jobCommands,
  ...ruleCommands,
  ...pinCommands,
  ...resourceCommands,
  ...promptCommands,
  runCommand,
  ...traceCommands,
  ...activityCommands,
  ...secretCommands,
  ...signInCommands,
  ...networkCommands,
  ...configCommands,
  ...doctorCommands,
  completionCommand(() => commands),
];
