/** What a hostile program tries from inside, one row each; the same program outside comes as far as the row says. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, release, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentPlatform } from '../launch/platform.ts';
import { countsByContainer } from './contain.ts';
import { SandboxTools } from './support.ts';
import { runOnce } from './testing/run-once.ts';

const tool = await new SandboxTools(currentPlatform()).find();
const canContain = tool.support.kind === 'bubblewrap';
const closesLocalSockets = tool.support.kind === 'bubblewrap' && tool.support.closesLocalSockets;
const isArm = process.arch === 'arm64';
const call = { ptrace: isArm ? 117 : 101, clone: isArm ? 220 : 56, mount: isArm ? 40 : 165, keyctl: isArm ? 219 : 250 };

const world = canContain ? mkdtempSync(path.join(homedir(), '.portolan-probe-')) : '';
const secret = path.join(world, 'secret', 'key.txt');
const given = path.join(world, 'given');
const door = path.join(given, 'door.sock');
const abstract = `portolan-probe-${process.pid}`;
const perl = (script: string): string => `perl -MSocket -e '${script}'`;
/** Says what a call came to; small numbers below nought are the system's refusals. */
const syscall = (...args: (string | number)[]): string => perl(`my $b = "\\0" x 512; my $r = syscall(${args.join(', ')}); print $r == -1 ? "refused: $!" : "done"`);
const connectTo = (name: string): string => perl(`socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die "refused: $!"; connect($s, sockaddr_un("${name}")) or die "refused: $!"; print "connected"`);

interface Probe {
  tries: string;
  script: string;
  /** What it hears outside; null where that differs from computer to computer, or would do harm. */
  outside: RegExp | null;
  inside: RegExp;
  /** With a network, where that is another answer. */
  withNetwork?: RegExp;
}

const probes: Probe[] = [
  { tries: 'a link in a granted folder to what was not granted', script: `ln -sf ../secret/key.txt ${given}/to-read; cat ${given}/to-read`, outside: /MK-key/, inside: /No such file/ },
  { tries: 'to write through such a link, as into a shell’s start file', script: `ln -sf ../secret/rc ${given}/to-write; echo planted >> ${given}/to-write && cat ${world}/secret/rc`, outside: /planted/, inside: /(?:nonexistent|No such)/ },
  { tries: 'a hard link to what was not granted', script: `ln ${secret} ${given}/hard && echo linked`, outside: /linked/, inside: /No such file/ },
  { tries: 'the root of its own process', script: `cat /proc/self/root${secret}`, outside: /MK-key/, inside: /No such file/ },
  { tries: 'the root of the first process', script: `cat /proc/1/root${secret}`, outside: null, inside: /(?:No such file|Permission denied)/ },
  { tries: 'the folders its container was built from', script: 'ls -d /oldroot /newroot /proc/1/root/oldroot', outside: null, inside: /^(?:ls: .*(?:No such file|Permission denied).*\s*)+$/ },
  { tries: 'the disks and devices', script: 'ls /dev', outside: null, inside: /^(?!.*(?:sd[a-z]|vd[a-z]|nvme|kvm|net\b|mem\b|fuse|input))/s },
  { tries: 'the kernel’s settings and its power button', script: 'for f in /proc/sysrq-trigger /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname /proc/sys/vm/swappiness /proc/self/oom_score_adj /sys/kernel; do [ -w $f ] && echo open; done; echo looked', outside: null, inside: /^looked/ },
  { tries: 'the variables of other processes', script: 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep PROBE_OF_HOST; echo looked', outside: /MK-variable/, inside: /^looked/ },
  { tries: 'to signal a process of the person', script: `kill -0 ${process.pid} && echo reachable`, outside: /reachable/, inside: /No such process/ },
  { tries: 'to trace a process beside it', script: perl(`my $c = fork; if (!$c) { sleep 5; exit } my $r = syscall(${call.ptrace}, 0x4206, $c, 0, 0); print $r == -1 ? "refused: $!" : "attached"; kill 9, $c`), outside: null, inside: /refused: Operation not permitted/ },
  { tries: 'a socket of another program that lies in a granted folder', script: connectTo(door), outside: /connected/, inside: /refused: Address family not supported/, withNetwork: /connected/ },
  { tries: 'a socket without a file', script: connectTo(`\\0${abstract}`), outside: /connected/, inside: /refused: Address family not supported/, withNetwork: closesLocalSockets ? /refused: Operation not permitted/ : /connected/ },
  { tries: 'a pair of sockets between its own processes', script: perl('socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) or die "refused: $!"; print "paired"'), outside: /paired/, inside: /paired/ },
  { tries: 'the list of sockets', script: 'cat /proc/net/unix', outside: new RegExp(abstract), inside: new RegExp(`^(?!.*${abstract})`, 's'), withNetwork: /./ },
  { tries: 'raw packets', script: perl('socket(my $s, 17, SOCK_RAW, 0) or die "refused: $!"; print "open"'), outside: null, inside: /refused: Address family not supported/ },
  { tries: 'the computer its computer runs on (vsock)', script: perl('socket(my $s, 40, SOCK_STREAM, 0) or die "refused: $!"; print "open"'), outside: null, inside: /refused: Address family not supported/ },
  { tries: 'the kernel’s crypto', script: perl('socket(my $s, 38, SOCK_SEQPACKET, 0) or die "refused: $!"; print "open"'), outside: null, inside: /refused: Address family not supported/ },
  { tries: 'to ask the kernel for other interfaces (netlink)', script: 'cat /proc/net/dev | grep -v "lo:" | tail -n +3; echo looked', outside: null, inside: /^looked/, withNetwork: /./ },
  { tries: 'io_uring', script: syscall(425, 1, '$b'), outside: null, inside: /refused: Operation not permitted/ },
  { tries: 'a user namespace of its own', script: 'unshare -Ur true && echo made', outside: null, inside: /unshare failed/ },
  { tries: 'the same by clone', script: perl(`my $r = syscall(${call.clone}, 0x10000011, 0, 0, 0, 0); exit 0 if $r == 0; print $r == -1 ? "refused: $!" : "made"`), outside: null, inside: /refused: Operation not permitted/ },
  { tries: 'the same by clone3, whose wishes a filter can’t read', script: syscall(435, 0, 0), outside: null, inside: /refused: Function not implemented/ },
  { tries: 'a mount', script: syscall(call.mount, 0, 0, 0, 0, 0), outside: null, inside: /refused: Operation not permitted/ },
  { tries: 'the kernel’s keyring', script: syscall(call.keyctl, 0, -3, 0), outside: null, inside: /refused: Operation not permitted/ },
  { tries: 'words put into a terminal', script: perl('my $b = "x"; ioctl(STDIN, 0x5412, $b) or die "refused: $!"'), outside: /Inappropriate ioctl/, inside: /refused: Operation not permitted/ },
  { tries: 'another user', script: perl('$> = 12345; print $> == 12345 ? "became" : "refused"'), outside: null, inside: /refused/ },
  { tries: 'processes without end', script: "grep 'Max processes' /proc/self/limits", outside: null, inside: countsByContainer(release()) ? /4000 +4000/ : /./ },
];

const all = probes.map(({ script }, at) => `echo "@@${at}"; ( ${script} ) 2>&1; echo`).join('\n');
const parts = (said: string): string[] => said.split(/@@\d+\n/).slice(1).map((part) => part.trim());

describe.runIf(canContain)('a hostile program in a container', () => {
  const servers = [createServer(), createServer()];
  const child = { pid: 0 };
  let outside: string[] = [];
  let closed: string[] = [];
  let open: string[] = [];
  let left: string[] = [];
  beforeAll(async () => {
    for (const name of ['given', 'secret', 'data']) mkdirSync(path.join(world, name));
    writeFileSync(secret, 'MK-key');
    await Promise.all([door, `\0${abstract}`].map((place, at) => new Promise<void>((resolve) => servers[at]?.listen(place, resolve))));
    child.pid = spawn('/bin/sleep', ['60'], { env: { PROBE_OF_HOST: 'MK-variable' }, stdio: 'ignore' }).pid ?? 0;
    const policy = (network: 'none' | 'all') => ({ folders: [{ path: given, access: 'write' as const }], network, environment: [] });
    closed = parts(await runOnce(all, { dataDir: path.join(world, 'data'), policy: policy('none'), cwd: given }));
    open = parts(await runOnce(all, { dataDir: path.join(world, 'data'), policy: policy('all'), cwd: given, server: 'two' }));
    left = readdirSync(path.join(world, 'secret'));
    const { stdout } = spawnSync('/bin/sh', ['-c', all], { cwd: tmpdir(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    outside = parts(stdout);
  });
  afterAll(() => {
    for (const server of servers) server.close();
    process.kill(child.pid);
    rmSync(world, { recursive: true, force: true });
  });

  it('leaves nothing outside what it was given (S18, T:A13)', () => {
    expect(left).toEqual(['key.txt']);
  });

  it.each(probes.map((probe, at) => ({ ...probe, at })))('is held when it tries $tries (S18, T:A13)', ({ at, outside: hears, inside, withNetwork }) => {
    expect(closed[at]).toMatch(inside);
    expect(open[at]).toMatch(withNetwork ?? inside);
    if (hears !== null) expect(outside[at]).toMatch(hears);
  });
});
