import { setTimeout as wait } from 'node:timers/promises';
import { asDict, asText, isDict } from '../engine/json.ts';
import { errorCode, RpcError } from '../engine/rpc-error.ts';
import type { CallContext, Dict, Preset, ToolFixture } from '../engine/types.ts';
import { flagOption, numberOption, textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';
import { openQuestion, resultOf, statusOf, TaskBoard, usableAnswers } from './task-board.ts';
import type { Task, TaskStatus } from './task-board.ts';

const relatedTask = 'io.modelcontextprotocol/related-task';

/** Tool → what it says of tasks in its definition. */
const supportOf: Readonly<Record<string, string | undefined>> = { work: 'optional', gate: 'optional', ask: 'required', 'ask-twice': 'required', break: 'optional', fail: 'optional', hang: 'optional', must: 'required', plain: undefined, never: 'forbidden' };

/** Tasks of 2025-11-25, in both directions. */
export const tasksLegacy: Preset = {
  about: 'tasks of 2025-11-25: tools that may, must and must not be tasks; ask-client sends any request to the client, elicit-as-task asks for an answer as a task',
  options: {
    poll: 'pollInterval (default 50)',
    state: 'file in which tasks outlive the process (default: none)',
    tasks: 'false: the server does not declare tasks, whatever its tools say (default true)',
    cancel: 'false: declares no tasks/cancel (default true)',
    list: 'false: declares no tasks/list (default true)',
    status: 'send notifications/tasks/status (default true)',
    hide: 'tools/list does not say taskSupport until after the first call (default false)',
    fault: 'what is wrong: none, plain-result (answers a call as a task with its result), early-result (tasks/result does not wait), forget (tasks are not found)',
  },
  create(options) {
    const state = textOption(options, 'state', '');
    const board = new TaskBoard(state === '' ? undefined : state);
    const poll = numberOption(options, 'poll', 50);
    const isOffered = flagOption(options, 'tasks', true);
    const tellsStatus = flagOption(options, 'status', true);
    const fault = textOption(options, 'fault', 'none');
    let isHidden = flagOption(options, 'hide');
    const wire = (task: Task, status: TaskStatus = statusOf(task)): Dict => ({
      taskId: task.id,
      status,
      createdAt: new Date(task.createdAt).toISOString(),
      lastUpdatedAt: new Date().toISOString(),
      ttl: 60_000,
      pollInterval: poll,
    });

    const begin = (params: Dict, context: CallContext): Dict => {
      const task = board.create(asText(params['name']), asDict(params['arguments']));
      if (fault === 'plain-result') return resultOf(task);
      void run(task, context, tellsStatus ? () => context.notify('notifications/tasks/status', wire(task)) : undefined);
      return { task: wire(task, 'working'), _meta: { 'io.modelcontextprotocol/model-immediate-response': `${task.tool} goes on.` } };
    };

    return {
      info: { name: 'tasks-legacy', version: '1.0.0' },
      capabilities: {
        tools: { listChanged: true },
        logging: {},
        ...(isOffered ? { tasks: { ...(flagOption(options, 'list', true) ? { list: {} } : {}), ...(flagOption(options, 'cancel', true) ? { cancel: {} } : {}), requests: { tools: { call: {} } } } } : {}),
      },
      tools: () => [...Object.keys(supportOf).map((name) => tool(name, isHidden)), askClient, elicitAsTask],
      async answer(method, params, context) {
        if (method === 'tools/call') {
          const name = asText(params['name']);
          const support = supportOf[name];
          if (!(name in supportOf)) return undefined;
          isHidden = false;
          const asTask = isDict(params['task']);
          if (asTask && (!isOffered || (support !== 'optional' && support !== 'required'))) throw new RpcError(errorCode.methodNotFound, `${name} cannot be a task`);
          if (!asTask && isOffered && support === 'required') throw new RpcError(errorCode.methodNotFound, `${name} must be a task`);
          return asTask ? begin(params, context) : resultOf(board.create(name, asDict(params['arguments'])));
        }
        if (method.startsWith('tasks/') && (!isOffered || fault === 'forget')) {
          throw isOffered ? new RpcError(errorCode.invalidParams, 'Failed to retrieve task: Task not found') : new RpcError(errorCode.methodNotFound, `Method not found: ${method}`);
        }
        switch (method) {
          case 'tasks/get':
            return wire(board.find(params['taskId']));
          case 'tasks/list':
            return { tasks: board.all.map((task) => wire(task)) };
          case 'tasks/cancel': {
            const task = board.find(params['taskId']);
            if (statusOf(task) !== 'working' && statusOf(task) !== 'input_required') throw new RpcError(errorCode.invalidParams, 'Cannot cancel task: already in a terminal status');
            board.cancel(task);
            return wire(task);
          }
          case 'tasks/result': {
            const task = board.find(params['taskId']);
            if (fault === 'early-result' && statusOf(task) === 'working') return wire(task);
            await finish(board, task, context);
            if (statusOf(task) === 'cancelled') throw new RpcError(-32000, 'Task cancelled');
            return { ...resultOf(task), _meta: { [relatedTask]: { taskId: task.id } } };
          }
          default:
            return undefined;
        }
      },
    };
  },
};

function tool(name: string, isHidden: boolean): ToolFixture {
  const support = supportOf[name];
  return {
    definition: { name, description: `Task support: ${support ?? 'not said'}.`, inputSchema: objectSchema(name === 'gate' ? { file: { type: 'string' } } : { ms: { type: 'integer' } }), ...(support === undefined || isHidden ? {} : { execution: { taskSupport: support } }) },
  };
}

/** Works visibly: progress on the token of the call, as long as the task runs. */
async function run(task: Task, context: CallContext, tell: (() => void) | undefined): Promise<void> {
  for (let step = 1; statusOf(task) === 'working'; step += 1) {
    await wait(20);
    context.progress(step, undefined, `step ${step}`);
  }
  tell?.();
}

/** Waits until the task is over; what it needs is asked on the way, of whoever waits for the result. */
async function finish(board: TaskBoard, task: Task, context: CallContext): Promise<void> {
  for (;;) {
    const question = openQuestion(task);
    const status = statusOf(task);
    if (status === 'input_required' && question !== undefined) {
      const [key, params] = question;
      const answer = await context.ask('elicitation/create', { ...params, _meta: { [relatedTask]: { taskId: task.id } } });
      board.answer(task, usableAnswers(task, { [key]: answer }));
    } else if (status === 'working') await wait(20, undefined, { signal: context.signal });
    else return;
  }
}

const askClient: ToolFixture = {
  definition: { name: 'ask-client', description: 'Sends a request to the client and returns what came back.', inputSchema: objectSchema({ method: { type: 'string' }, params: { type: 'object' } }, ['method']) },
  async call(args, context) {
    return textResult(JSON.stringify(await outcomeOf(context.ask(asText(args['method']), asDict(args['params'])))));
  },
};

const elicitAsTask: ToolFixture = {
  definition: { name: 'elicit-as-task', description: 'Asks the client for a name as a task, and waits for the answer.', inputSchema: objectSchema({ ttl: { type: 'integer' } }) },
  async call(args, context) {
    const { ttl } = args;
    const created = await context.ask('elicitation/create', { message: 'What is your name?', requestedSchema: objectSchema({ name: { type: 'string' } }, ['name']), task: ttl === undefined ? {} : { ttl } });
    const taskId = asDict(created['task'])['taskId'];
    const seen: unknown[] = [asDict(created['task'])['status']];
    for (let left = 500; left > 0 && (seen.at(-1) === 'working' || seen.at(-1) === 'input_required'); left -= 1) {
      await wait(20, undefined, { signal: context.signal });
      const { status } = await context.ask('tasks/get', { taskId });
      if (status !== seen.at(-1)) seen.push(status);
    }
    return textResult(JSON.stringify({ created, seen, result: await outcomeOf(context.ask('tasks/result', { taskId })) }));
  },
};

async function outcomeOf(answer: Promise<Dict>): Promise<Dict> {
  try {
    return { result: await answer };
  } catch (error) {
    return { error: error instanceof RpcError ? error.toJSON() : { message: String(error) } };
  }
}
