/**
 * What deserves a second look before a launch is allowed (A02, A03, A10, A14). Flags point at things; they never say that
 * a launch is safe, and their absence does not either.
 */
import type { LaunchFlag } from '@portolan/contract/servers';
import { hasHiddenCharacters } from '../hidden-characters.ts';
import type { LaunchConfig } from '../ports.ts';
import { programName, runnerOf } from './package-spec.ts';

const maxSubject = 300;

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish', 'csh', 'tcsh', 'busybox', 'cmd', 'powershell', 'pwsh', 'wsl', 'nu']);
const raisers = new Set(['sudo', 'doas', 'su', 'pkexec', 'runas', 'gsudo', 'run0']);
/** Programs that only start another one: what they start is looked at as well. */
const wrappers = new Set(['env', 'nice', 'nohup', 'time', 'timeout', 'stdbuf', 'setsid', 'xargs', 'command', 'exec', 'cross-env', 'dotenv', 'caffeinate', ...raisers]);

const inlineOptions: Record<string, RegExp> = {
  node: /^(?:-[a-z]*[ep]|--eval|--print|-pe|--import|--require|-r|--loader|--experimental-loader)(?:=|$)/,
  bun: /^(?:-e|--eval|-p|--print|--preload|-r)(?:=|$)/,
  deno: /^(?:eval|--preload)$/,
  python: /^-[A-Za-z]*c/,
  pypy: /^-[A-Za-z]*c/,
  perl: /^-[A-Za-z]*[eE]/,
  ruby: /^-[A-Za-z]*e/,
  php: /^-[A-Za-z]*[rBE]/,
  lua: /^-e/,
  osascript: /^-e/,
  awk: /./,
  npx: /^(?:-c|--call)(?:=|$)/,
  npm: /^(?:-c|--call)(?:=|$)/,
  tsx: /^(?:-e|--eval|-p|--print)(?:=|$)/,
};

const scriptPath = /^[^-].*(?:[\\/]|\.(?:[cm]?[jt]sx?|py|rb|php|pl|lua)$)/;

/** Variables by which another program or library can be slipped in, or traffic led elsewhere. */
const dangerousNames =
  /^(?:NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|NODE_REPL_EXTERNAL_MODULE|LD_.*|DYLD_.*|GCONV_PATH|PYTHON(?:PATH|HOME|STARTUP|INSPECT|USERBASE|WARNINGS|BREAKPOINT)|ELECTRON_RUN_AS_NODE|BASH_ENV|BASH_FUNC_.*|ENV|ZDOTDIR|SHELLOPTS|PROMPT_COMMAND|PS4|IFS|PATH|PATHEXT|COMSPEC|SHELL|HOME|USERPROFILE|PERL5(?:OPT|LIB|DB)|PERLLIB|RUBY(?:OPT|LIB)|GEM_(?:HOME|PATH)|BUNDLE_GEMFILE|PHP(?:RC|_INI_SCAN_DIR)|LUA_INIT.*|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|CONFIG.*|EXEC_PATH|PROXY_COMMAND|ASKPASS|EDITOR|PAGER)|SSH_ASKPASS|EDITOR|VISUAL|PAGER|BROWSER|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|DOTNET_STARTUP_HOOKS|(?:CORECLR|COR|DOTNET)_.*PROFILER.*|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|.*_PROXY|(?:NPM|YARN|PNPM|BUN)_CONFIG_.*|(?:PIP|UV)_.*(?:INDEX|CONFIG|FIND_LINKS).*|DOCKER_HOST|DOCKER_CONFIG|OPENSSL_CONF|OPENSSL_ENGINES|HOSTALIASES|RES_OPTIONS|MALLOC_.*)$/i;

const remoteSpec = /^(?:git\+|git:|git@|github:|gitlab:|bitbucket:|gist:|https?:|ssh:|file:)|^[\w.-]+\/[\w.-]+(?:#|$)|@(?:git\+|https?:|github:)/i;
const otherRegistry = /^--(?:registry|index|index-url|extra-index-url|default-index|find-links|trusted-host)(?:=|$)/;
const hostMounts = /^(?:\/|~|\$HOME|\$\{HOME\}|[A-Za-z]:[\\/]?|\/etc|\/root|\/home|\/Users|\/var\/run|\/run|\/proc|\/sys|\/dev)\/?(?::|$)/;
const sensitive = /(?:^|[\\/=:])\.(?:ssh|aws|gnupg|kube|docker|azure|netrc|npmrc|pypirc|git-credentials|config[\\/]gcloud|mozilla|password-store)(?:[\\/]|$|:)|(?:^|[=:])\/etc\/(?:passwd|shadow|sudoers)|id_(?:rsa|ed25519|ecdsa)|Library[\\/]Keychains|docker\.sock/i;
const wholeDisk = /^(?:\/|~\/?|\$HOME\/?|\$\{HOME\}\/?|[A-Za-z]:[\\/]?)$/;

/** Whether a variable can lead programs to other code, or traffic elsewhere. */
export function isDangerousVariable(name: string): boolean {
  return dangerousNames.test(name.trim());
}

/** In the order a reader meets them; each kind of each subject once. */
export function launchFlags(launch: LaunchConfig): LaunchFlag[] {
  const flags = new Map<string, LaunchFlag>();
  const add = (kind: LaunchFlag['kind'], subject: string) => {
    const flag = { kind, subject: subject.slice(0, maxSubject) };
    flags.set(JSON.stringify([kind, subject]), flag);
  };
  if (launch.kind === 'http') {
    if (isPlainHttp(launch.url)) add('plain-http', launch.url);
    for (const text of [launch.url, ...Object.entries(launch.headers).flat()]) if (looksHidden(text)) add('hidden-characters', text);
    return [...flags.values()];
  }
  flagProgram(launch.command, launch.args, add);
  if (launch.args.length === 0 && /\s/.test(launch.command.trim())) add('whole-command-line', launch.command);
  for (const name of Object.keys(launch.env)) if (isDangerousVariable(name)) add('dangerous-env', name);
  for (const path of [launch.cwd ?? '', ...launch.args]) if (wholeDisk.test(path) || sensitive.test(path)) add('sensitive-path', path);
  for (const text of [launch.command, ...launch.args, launch.cwd ?? '', ...Object.entries(launch.env).flat()]) if (looksHidden(text)) add('hidden-characters', text);
  return [...flags.values()];
}

type Add = (kind: LaunchFlag['kind'], subject: string) => void;

function flagProgram(command: string, args: string[], add: Add, depth = 0): void {
  const program = programName(command);
  if (raisers.has(program)) add('privileged', command);
  if (shells.has(program)) {
    add('shell', command);
    const code = args.find((arg, at) => /^(?:-[a-z]*c|\/[ck]|-command|-encodedcommand|-e|-enc)$/i.test(args[at - 1] ?? '') || arg.toLowerCase().startsWith('-encodedcommand'));
    if (code !== undefined) add('inline-code', code);
    // What the shell is told to run is a command line of its own.
    if (code !== undefined && /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-expression|iex)\b/i.test(code)) add('remote-code', code);
  }
  const inline = inlineOptions[program.replace(/[\d.]+$/, '')];
  // What comes after a script or module is the script's own business.
  const script = args.findIndex((arg) => arg === '-m' || scriptPath.test(arg));
  const options = script < 0 ? args : args.slice(0, script + 1);
  const option = inline ? options.findIndex((arg) => inline.test(arg)) : -1;
  if (option >= 0) add('inline-code', args.slice(option, option + 2).join(' '));
  if (program === 'deno' || program === 'bun' || program === 'go') for (const arg of args) if (/^(?:https?:|npm:|jsr:|.+@latest$)/.test(arg)) add('remote-code', arg);
  flagRunner(command, args, add);
  flagContainer(program, args, add);
  if (wrappers.has(program) && depth < 4) {
    // Assignments, options and a bare number (timeout 30) come before the program that is started.
    const at = args.findIndex((arg) => !arg.startsWith('-') && !/^\w+=/.test(arg) && !/^[\d.]+[smhd]?$/.test(arg));
    for (const arg of args.slice(0, at < 0 ? args.length : at)) {
      const name = /^(\w+)=/.exec(arg)?.[1];
      if (name !== undefined && dangerousNames.test(name)) add('dangerous-env', name);
    }
    const inner = args[at];
    if (inner !== undefined) flagProgram(inner, args.slice(at + 1), add, depth + 1);
  }
}

function flagRunner(command: string, args: string[], add: Add): void {
  const runner = runnerOf(command, args);
  if (!runner) return;
  for (const [at, arg] of args.entries()) if (otherRegistry.test(arg)) add('remote-code', arg.includes('=') ? arg : `${arg} ${args[at + 1] ?? ''}`);
  if (runner.spec === '') return;
  if (runner.kind !== 'image' && remoteSpec.test(runner.spec)) add('remote-code', runner.spec);
  if (!runner.isPinned) add('unpinned-package', runner.spec);
}

function flagContainer(program: string, args: string[], add: Add): void {
  if (!['docker', 'podman', 'nerdctl', 'finch'].includes(program)) return;
  for (const [at, arg] of args.entries()) {
    if (/^--(?:privileged|cap-add|device|security-opt)(?:=|$)/.test(arg) || /^--(?:pid|ipc|userns|network|net)(?:=host)$/.test(arg)) add('privileged', arg);
    if (/^--(?:pid|ipc|userns|network|net)$/.test(arg) && args[at + 1] === 'host') add('privileged', `${arg} host`);
    const mount = /^(?:-v|--volume|--mount)$/.test(arg) ? args[at + 1] : /^(?:-v|--volume=|--mount=)(.+)$/.exec(arg)?.[1];
    if (mount === undefined) continue;
    const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(mount)?.[1] ?? mount;
    const subject = arg.endsWith(mount) ? arg : mount;
    if (hostMounts.test(source) || sensitive.test(source)) add('sensitive-path', subject);
    if (/docker\.sock|podman\.sock/.test(source)) add('privileged', subject);
  }
}

/** Loopback never leaves the machine. What does not parse is not known to be safe. */
function isPlainHttp(text: string): boolean {
  if (!URL.canParse(text)) return /^\s*http:/i.test(text);
  const url = new URL(text);
  return url.protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}

/** Not seen, or pushed out of sight: line ends in one argument, and long runs of blanks (A02). */
function looksHidden(text: string): boolean {
  return hasHiddenCharacters(text) || /[\n\r\t]|\s{20}/.test(text);
}
