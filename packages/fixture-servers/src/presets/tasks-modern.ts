import { setTimeout as wait } from 'node:timers/promises';
import { asDict, asText, isDict } from '../engine/json.ts';
import { errorCode, RpcError } from '../engine/rpc-error.ts';
import type { CallContext, Dict, Preset, ToolFixture } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { objectSchema } from './content.ts';
import { openQuestion, resultOf, statusOf, TaskBoard, usableAnswers } from './task-board.ts';
import type { Task } from './task-board.ts';

const extension = 'io.modelcontextprotocol/tasks';

const faults = ['none', 'no-id', 'bad-status', 'forget', 'other-id', 'no-result', 'flaky', 'lag', 'poll-zero'] as const;

/** The tasks extension of 2026-07-28: calls that become tasks because the server says so. */
export const tasksModern: Preset = {
  about: 'modern calls that become tasks (extension io.modelcontextprotocol/tasks): work, gate, ask, ask-twice, break, fail, hang, must; quick never does',
  options: {
    state: 'file in which tasks outlive the process (default: none)',
    poll: 'pollIntervalMs (default 50)',
    'task-ttl': 'ttlMs (default null)',
    says: 'statusMessage while a task is under way (default: none)',
    fault: `what is wrong: ${faults.join(', ')}; lag shows a question once more after it was answered, flaky fails every second tasks/get`,
  },
  create(options) {
    const state = textOption(options, 'state', '');
    const board = new TaskBoard(state === '' ? undefined : state);
    const pollIntervalMs = numberOption(options, 'poll', 50);
    const ttl = textOption(options, 'task-ttl', '');
    const says = textOption(options, 'says', '');
    const fault = textOption(options, 'fault', 'none');
    let gets = 0;
    const lagging = new Set<string>();

    const seed = (task: Task): Dict => ({
      ...(fault === 'no-id' ? {} : { taskId: fault === 'other-id' ? 'another' : task.id }),
      status: fault === 'bad-status' ? 'simmering' : statusOf(task),
      ...(says === '' || statusOf(task) !== 'working' ? {} : { statusMessage: says }),
      createdAt: new Date(task.createdAt).toISOString(),
      lastUpdatedAt: new Date().toISOString(),
      ttlMs: ttl === '' ? null : Number(ttl),
      pollIntervalMs: fault === 'poll-zero' ? 0 : pollIntervalMs,
    });

    const get = (task: Task): Dict => {
      gets += 1;
      if (fault === 'forget') throw new RpcError(errorCode.invalidParams, 'Failed to retrieve task: Task has expired');
      if (fault === 'flaky' && gets % 2 === 1) throw new RpcError(errorCode.internal, 'Busy');
      const status = statusOf(task);
      const common = { ...seed(task), status: fault === 'bad-status' && status === 'working' ? 'simmering' : status };
      const question = openQuestion(task);
      if (lagging.delete(task.id)) return { ...common, status: 'input_required', inputRequests: { name: { method: 'elicitation/create', params: { message: 'What is your name?', requestedSchema: objectSchema({ name: { type: 'string' } }) } } } };
      if (status === 'input_required' && question !== undefined) return { ...common, inputRequests: { [question[0]]: { method: 'elicitation/create', params: question[1] } } };
      if (status === 'completed' && fault !== 'no-result') return { ...common, result: resultOf(task) };
      if (status === 'failed') return { ...common, error: { code: errorCode.internal, message: 'boom', data: { hint: 'as asked' } } };
      return common;
    };

    return {
      info: { name: 'tasks-modern', version: '1.0.0' },
      capabilities: { tools: {}, logging: {}, extensions: { [extension]: {} } },
      tools: ['work', 'gate', 'ask', 'ask-twice', 'break', 'fail', 'hang', 'must', 'quick'].map((name) => tool(name)),
      async answer(method, params, context) {
        const declared = isDict(asDict(asDict(context.clientCapabilities)['extensions'])[extension]);
        switch (method) {
          case 'tools/call':
            return call(board, params, declared, context, seed);
          case 'tasks/get':
            needs(declared);
            return get(board.find(params['taskId']));
          case 'tasks/update': {
            needs(declared);
            const task = board.find(params['taskId']);
            board.answer(task, usableAnswers(task, params['inputResponses']));
            if (fault === 'lag') lagging.add(task.id);
            return {};
          }
          case 'tasks/cancel': {
            needs(declared);
            const task = board.find(params['taskId']);
            if (statusOf(task) === 'working' || statusOf(task) === 'input_required') board.cancel(task);
            return {};
          }
          default:
            return undefined;
        }
      },
    };
  },
};

function tool(name: string): ToolFixture {
  return { definition: { name, description: `As a task: ${name}.`, inputSchema: objectSchema(name === 'gate' ? { file: { type: 'string' } } : { ms: { type: 'integer' } }) } };
}

function needs(declared: boolean): void {
  if (!declared) throw new RpcError(errorCode.missingClientCapability, 'Missing required client capability', { requiredCapabilities: { extensions: { [extension]: {} } } }, 400);
}

async function call(board: TaskBoard, params: Dict, declared: boolean, context: CallContext, seed: (task: Task) => Dict): Promise<Dict> {
  const name = asText(params['name']);
  if (name === 'quick') return { content: [{ type: 'text', text: 'quick' }] };
  if (name === 'must') needs(declared);
  const task = board.create(name, asDict(params['arguments']));
  if (declared) return { resultType: 'task', ...seed(task) };
  // Who does not know tasks waits.
  while (statusOf(task) === 'working') await wait(20, undefined, { signal: context.signal });
  return resultOf(task);
}
