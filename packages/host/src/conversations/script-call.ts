/** A script of the model's from its words to what it printed (C17): asked about, run in the sandbox, each of its calls like any other call. */
import type { ToolResultView } from '@portolan/contract/content';
import type { ConversationView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import { InteractionId } from '@portolan/contract/ids';
import type { ChatTool } from '../context/chat-tools.ts';
import { lowerToolResult, wholeResult } from '../models/lower/tool-result.ts';
import { textAlone } from '../models/lower/traits.ts';
import type { ApprovalRequest, AvailableTool } from '../ports.ts';
import { failed, runTool } from '../resources/host-tools.ts';
import { runScript } from '../scripts/run-script.ts';
import type { ScriptAnswer, ScriptCall, ScriptEnd } from '../scripts/run-script.ts';
import { longestScript, scriptLimits } from '../scripts/script-messages.ts';
import { scriptTool, scriptTools } from '../scripts/script-tool.ts';
import { runCall } from './calls.ts';
import type { CallDeps } from './calls.ts';
import type { LiveMessage } from './live-message.ts';
import { waitingCall } from './waiting-call.ts';

/** Calls that the scripts of one answer may make. */
const mostScriptCalls = 200;
/** Scripts of one answer that run at the same time: each takes a thread and its memory. */
const mostAtOnce = 4;
/** Characters of what it has printed that a window is shown while it runs. */
const shownWhileRunning = 4_000;

export interface ScriptPlace {
  conversation: ConversationView;
  live: LiveMessage;
  /** Of the script's part. */
  index: number;
  signal: AbortSignal;
  /** As they stood for the step that wrote it. */
  tools: readonly ChatTool[];
  /** Of the calls of its step. */
  batch: string;
}

/** Runs it to its end, whatever that is; does not throw. The part says what happened, and each call it made is a part of its own. */
export async function runScriptCall(deps: CallDeps, place: ScriptPlace): Promise<void> {
  const { live, index, signal } = place;
  const end = (change: Partial<ToolCallView>): void => {
    live.updateCall(index, { ...change, interactionId: null, endedAt: deps.now() });
    live.saveNow();
  };
  try {
    if (live.call(index).state !== 'waiting') return;
    if (signal.aborted) return end({ state: 'interrupted' });
    const unfit = unfitCode(codeOf(live.call(index)));
    if (unfit !== null) return end({ state: 'failed', result: failed(unfit) });
    if (!(await isAllowed(deps, place, end))) return;
    const running = live.message.parts.filter((part) => part.type === 'tool-call' && part.tool === runTool && part.state === 'running').length;
    if (running >= mostAtOnce) return end({ state: 'failed', result: failed(`No more than ${mostAtOnce} scripts run at the same time; this one was not run.`) });
    live.updateCall(index, { state: 'running', startedAt: deps.now() });
    // On disk before it runs: after a crash it is told as what it was, and never run again.
    live.saveNow();
    const ran = await run(deps, place);
    told(deps, place, ran);
    if (ran.ending === 'stopped') return end({ state: 'cancelled' });
    end({ state: ran.ending === 'done' ? 'done' : 'failed', result: resultOf(ran), printed: '' });
  } catch (error) {
    end({ state: 'failed', problem: error instanceof HostError ? error.problem : new HostError('internal', { where: 'script' }).problem });
  }
}

function codeOf({ arguments: { code } }: ToolCallView): string {
  return typeof code === 'string' ? code : '';
}

function unfitCode(code: string): string | null {
  if (code.trim() === '') return 'Give the script as a text in "code".';
  return code.length > longestScript ? `The script has ${code.length} characters; ${longestScript} are the most.` : null;
}

/** The script itself, before anything of it runs. What it was told before is no reason to ask again: alone it can only compute. */
async function isAllowed(deps: CallDeps, { conversation, live, index, signal, batch }: ScriptPlace, end: (change: Partial<ToolCallView>) => void): Promise<boolean> {
  const call = live.call(index);
  const request: ApprovalRequest = { conversationId: conversation.id, conversationTitle: conversation.title, callId: call.callId, tool: scriptTool(), arguments: call.arguments, batch };
  const outcome = await deps.approvals.decide(request, {
    signal,
    onAsked: (interactionId) => {
      live.updateCall(index, { interactionId: InteractionId.parse(interactionId) });
      live.saveNow();
    },
  });
  if (outcome.decision === 'withdrawn' || signal.aborted) {
    end({ state: 'interrupted' });
    return false;
  }
  if (outcome.decision === 'deny') {
    end({ state: 'denied', decidedBy: outcome.by, ...(outcome.reason ? { denyReason: outcome.reason } : {}) });
    return false;
  }
  live.updateCall(index, { decidedBy: outcome.by, interactionId: null, ...(outcome.arguments === undefined ? {} : { arguments: outcome.arguments, modelArguments: call.arguments }) });
  const isStanding = deps.approvals.spend(outcome.hash, { ...request, arguments: live.call(index).arguments });
  const unfit = unfitCode(codeOf(live.call(index)));
  if (isStanding && unfit === null) return true;
  end(unfit === null ? { state: 'failed', problem: new HostError('call-not-allowed', { server: call.serverName, tool: call.tool, reason: 'meanwhile' }).problem } : { state: 'failed', result: failed(unfit) });
  return false;
}

interface Ran extends ScriptEnd {
  printed: string;
  /** Of its calls, those with other arguments or another result than what came of the script. */
  changed: number;
}

async function run(deps: CallDeps, place: ScriptPlace): Promise<Ran> {
  const { live, index, signal } = place;
  const known = place.tools.flatMap(({ tool, state }) => (state === 'loaded' && tool.view.model.excluded === undefined ? [tool] : []));
  const own = new AbortController();
  const made: Promise<ScriptAnswer>[] = [];
  let printed = '';
  const ended = await runScript(
    { code: codeOf(live.call(index)), tools: scriptTools(known), limits: scriptLimits },
    {
      call: (call) => {
        const answer = callOfScript(deps, place, known, call, AbortSignal.any([signal, own.signal]));
        made.push(answer);
        return answer;
      },
      onOutput: (text) => {
        printed += text;
        live.updateCall(index, { printed: printed.slice(-shownWhileRunning).toWellFormed() });
      },
    },
    signal,
  );
  // What it leaves behind is not to go on by itself.
  own.abort(new Error('the script has ended'));
  await Promise.allSettled(made);
  const { callId } = live.call(index);
  const changed = live.message.parts.filter((part) => part.type === 'tool-call' && part.script === callId && (part.modelArguments !== undefined || part.review?.state === 'edited')).length;
  return { ...ended, printed, changed };
}

function told({ onScript, now }: CallDeps, { conversation, live, index }: ScriptPlace, { ending }: Ran): void {
  const { callId, startedAt } = live.call(index);
  const calls = live.message.parts.filter((part) => part.type === 'tool-call' && part.script === callId).length;
  onScript?.({ conversationId: conversation.id, callId, outcome: ending === 'done' ? 'done' : ending === 'stopped' ? 'cancelled' : 'failed', calls, durationMs: now() - (startedAt ?? now()) });
}

/** Does not throw: whatever comes of a call is a value or an error for the script. */
async function callOfScript(deps: CallDeps, { conversation, live, index }: ScriptPlace, known: readonly AvailableTool[], call: ScriptCall, signal: AbortSignal): Promise<ScriptAnswer> {
  const tool = known.find(({ serverName, name }) => serverName === call.server && name === call.tool);
  if (tool === undefined) return { isOk: false, code: 'tool-unknown', message: 'There is no such tool.' };
  const { callId } = live.call(index);
  const most = deps.scriptCalls ?? mostScriptCalls;
  if (live.message.parts.filter((part) => part.type === 'tool-call' && part.script !== undefined).length >= most) {
    return { isOk: false, code: 'limit', message: `The scripts of one answer may make ${most} calls; this was one more.` };
  }
  const at = live.add({ ...waitingCall(tool, tool.view.model.name, call.arguments, '', null), script: callId });
  await runCall(deps, conversation, live, at, signal, `${callId} ${call.batch}`);
  return answerOf(live.call(at));
}

function answerOf(call: ToolCallView): ScriptAnswer {
  const isWithheld = call.review?.state === 'waiting' || call.review?.state === 'withheld';
  if (call.result === null || call.result.isError || isWithheld) {
    return { isOk: false, code: isWithheld ? 'result-withheld' : (call.problem?.code ?? call.state), message: lowerToolResult(call, textAlone).text };
  }
  return { isOk: true, value: call.result.structuredContent ?? wholeResult(call, textAlone) ?? '' };
}

const notes: Readonly<Record<Exclude<ScriptEnd['ending'], 'done' | 'stopped'>, (message: string) => string>> = {
  error: (message) => `The script ended with an error: ${message}`,
  syntax: (message) => `The script was not run, because it can't be read: ${message}`,
  time: () => `The script was ended: it computed for more than ${scriptLimits.cpuMs / 1000} seconds.`,
  memory: () => `The script was ended: its values took more than ${scriptLimits.memoryBytes / 1024 / 1024} MB.`,
  stuck: () => 'The script was ended: it waited for something that never comes.',
  broken: (message) => `The script was ended: it was too much for the sandbox${message === '' ? '.' : ` (${message}).`}`,
};

/** What the model reads: what was printed, and how it ended where that is worth a word. */
function resultOf({ ending, message, printed, isOutputCut, changed }: Ran): ToolResultView {
  const said = [
    ...(isOutputCut ? [`Only the first ${scriptLimits.outputCharacters} characters that it printed were kept.`] : []),
    ...(changed > 0 ? [`The user changed the arguments or the results of ${changed} of its calls.`] : []),
    ...(ending === 'done' || ending === 'stopped' ? [] : [notes[ending](message)]),
    ...(ending === 'done' && printed === '' ? ['The script printed nothing.'] : []),
  ];
  const text = [printed.replace(/\n$/, ''), ...said.map((each) => `[${each}]`)].filter((each) => each !== '').join('\n');
  return { content: [{ type: 'text', text }], isError: ending !== 'done', repairs: [] };
}
