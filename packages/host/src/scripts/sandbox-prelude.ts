/**
 * What stands in the sandbox before a script: `tools`, `print`, `console`, `sleep`. It is the only code of ours in there. All that goes out is
 * a text that was made by functions kept here before the script began; nothing of the host is reachable from it, so whatever a script
 * does to its own globals it does to itself.
 */
export const prelude = String.raw`(function (hostCall, hostPrint, hostEnd, hostSleep, listed, mostOutput) {
'use strict';
const { stringify, parse } = JSON;
const { create, defineProperty, freeze, getPrototypeOf } = Object;
const { apply } = Reflect;
const TypeOfPlaces = Proxy;
const OwnPromise = Promise;
const OwnError = Error;
const OwnTypeError = TypeError;
const OwnMap = Map;
const OwnSet = Set;
const text = String;
const { isFinite, isSafeInteger, isInteger } = Number;
const slice = String.prototype.slice;
const then = Promise.prototype.then;

// What runs is what was shown to the person: a script makes no code out of texts, least of all out of a tool's answer.
const noCode = freeze(function () { throw new OwnTypeError('Making code out of text is switched off here.'); });
for (const made of [function () {}, async function () {}, function* () {}, async function* () {}]) {
  defineProperty(getPrototypeOf(made), 'constructor', { value: noCode, writable: false, configurable: false });
}
for (const name of ['eval', 'Function']) defineProperty(globalThis, name, { value: noCode, writable: false, configurable: false });

const describe = (error) => {
  try {
    if (error instanceof OwnError) {
      const at = typeof error.stack === 'string' ? /script\.js:(\d+)/.exec(error.stack) : null;
      return text(error.name) + ': ' + text(error.message) + (at === null ? '' : ' (line ' + at[1] + ')');
    }
    return show(error);
  } catch {
    return 'The script ended with something that can’t be told.';
  }
};

const plain = (key, value) => {
  if (typeof value === 'bigint') return text(value);
  if (value instanceof OwnError) return describe(value);
  if (value instanceof OwnMap || value instanceof OwnSet) return [...value];
  return value;
};
const show = (value) => {
  try {
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null) {
      if (value instanceof OwnError) return describe(value);
      const json = stringify(value, plain, 2);
      if (typeof json === 'string') return json;
    }
    return text(value);
  } catch {
    return '[something that can’t be printed]';
  }
};

let printed = 0;
const print = (...values) => {
  let line = '';
  for (let at = 0; at < values.length; at += 1) line += (at === 0 ? '' : ' ') + show(values[at]);
  if (printed > mostOutput) return;
  line = apply(slice, line + '\n', [0, mostOutput - printed + 1]);
  printed += line.length;
  hostPrint(line);
};

class ToolError extends OwnError {
  constructor(code, message) {
    super(message);
    defineProperty(this, 'name', { value: 'ToolError' });
    defineProperty(this, 'code', { value: code, enumerable: true });
  }
}

// Numbers that JSON would silently make into others are refused, not sent.
const exact = (key, value) => {
  if (typeof value === 'number' && (!isFinite(value) || (isInteger(value) && !isSafeInteger(value)))) throw new OwnTypeError('The number ' + text(value) + ' can’t be told exactly. Send it as a text.');
  if (typeof value === 'function' || typeof value === 'symbol') throw new OwnTypeError('Arguments are plain data: no functions, no symbols.');
  return value;
};
const argumentsOf = (given) => {
  if (given.length === 0 || given[0] === undefined) return '{}';
  if (given.length > 1) throw new OwnTypeError('A tool takes one object of arguments.');
  if (typeof given[0] !== 'object' || given[0] === null) throw new OwnTypeError('A tool takes one object of arguments.');
  const json = stringify(given[0], exact);
  if (typeof json !== 'string' || json[0] !== '{') throw new OwnTypeError('A tool takes one object of arguments.');
  return json;
};

const waiting = create(null);
const call = (server, tool, given) => {
  let id;
  try {
    id = hostCall(server, tool, argumentsOf(given));
  } catch (error) {
    return OwnPromise.reject(error);
  }
  return new OwnPromise((resolve, reject) => { waiting[id] = { resolve, reject }; });
};
const sleep = (ms) => {
  let id;
  try {
    id = hostSleep(typeof ms === 'number' && ms > 0 ? ms : 0);
  } catch (error) {
    return OwnPromise.reject(error);
  }
  return new OwnPromise((resolve, reject) => { waiting[id] = { resolve, reject }; });
};

const missing = (what) => new ToolError('tool-unknown', what);
const tools = create(null);
const places = parse(listed);
for (let server = 0; server < places.length; server += 1) {
  const [serverName, names] = places[server];
  const own = create(null);
  for (let tool = 0; tool < names.length; tool += 1) {
    defineProperty(own, names[tool], { value: freeze((...given) => call(server, tool, given)), enumerable: true });
  }
  defineProperty(tools, serverName, {
    enumerable: true,
    value: new TypeOfPlaces(freeze(own), {
      get: (target, name) => {
        if (typeof name !== 'string' || name in target) return target[name];
        // Else awaiting the server itself would be a call.
        if (name === 'then' || name === 'toJSON') return undefined;
        return () => OwnPromise.reject(missing('The server "' + serverName + '" has no tool "' + name + '" that this chat knows.'));
      },
    }),
  });
}
const shelf = new TypeOfPlaces(freeze(tools), {
  get: (target, name) => {
    if (typeof name !== 'string' || name in target) return target[name];
    if (name === 'then' || name === 'toJSON') return undefined;
    throw missing('There is no server "' + name + '" whose tools this chat knows.');
  },
});

const log = freeze({ log: print, info: print, warn: print, error: print, debug: print });
for (const [name, value] of [['tools', shelf], ['print', print], ['console', log], ['sleep', sleep]]) {
  defineProperty(globalThis, name, { value, writable: false, configurable: false });
}

return [
  // Begins the script.
  (script) => {
    const done = (value) => {
      if (value !== undefined) print(value);
      hostEnd('done', '');
    };
    const failed = (error) => hostEnd('error', describe(error));
    try {
      apply(then, script(), [done, failed]);
    } catch (error) {
      failed(error);
    }
  },
  // Brings what a call or a sleep came to.
  (id, isOk, value, message) => {
    const entry = waiting[id];
    delete waiting[id];
    if (entry === undefined) return;
    if (!isOk) return entry.reject(new ToolError(value, message));
    try {
      entry.resolve(parse(value));
    } catch (error) {
      entry.reject(error);
    }
  },
  describe,
];
})`;
