/**
 * A system-call filter for what runs inside: a wall behind the wall. Namespaces hide files and networks; this closes doors
 * that are not divided into namespaces (the kernel's keyring holds secrets of the whole session) or that have been ways out
 * of containers (bpf, perf, userfaultfd, io_uring, mounts, namespaces, words put into a terminal).
 * https://docs.kernel.org/userspace-api/seccomp_filter.html
 */

interface Arch {
  /** AUDIT_ARCH_… of linux/audit.h. */
  audit: number;
  socket: number;
  ioctl: number;
  clone: number;
  denied: number[];
}

// Numbers of the kernel's tables; the same names in the same order for both.
// add_key request_key keyctl bpf perf_event_open userfaultfd io_uring_setup/enter/register kexec_load kexec_file_load
// init_module finit_module delete_module mount umount2 pivot_root chroot setns unshare swapon swapoff reboot acct
// open_by_handle_at name_to_handle_at process_vm_readv process_vm_writev ptrace fsopen fsmount fspick move_mount open_tree
// mount_setattr fsconfig pidfd_getfd process_madvise kcmp syslog fanotify_init quotactl vhangup
const architectures: Partial<Record<NodeJS.Architecture, Arch>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    ioctl: 16,
    clone: 56,
    denied: [248, 249, 250, 321, 298, 323, 425, 426, 427, 246, 320, 175, 313, 176, 165, 166, 155, 161, 308, 272, 167, 168, 169, 163, 304, 303, 310, 311, 101, 430, 432, 433, 429, 428, 442, 431, 438, 440, 312, 103, 300, 179, 153],
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    ioctl: 29,
    clone: 220,
    denied: [217, 218, 219, 280, 241, 282, 425, 426, 427, 104, 294, 105, 273, 106, 40, 39, 41, 51, 268, 97, 224, 225, 142, 89, 265, 264, 270, 271, 117, 430, 432, 433, 429, 428, 442, 431, 438, 440, 272, 116, 262, 60, 58],
  },
};

const clone3 = 435;
const allow = 0x7fff0000;
const errno = (number: number): number => 0x00050000 + number;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Internet addresses and the kernel's own questions about interfaces. Every other kind of socket is refused. */
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
/** TIOCSTI and TIOCLINUX put words into a terminal as if the person had typed them. */
const terminalTricks = [0x5412, 0x541c];
/** CLONE_NEWNS, …CGROUP, …UTS, …IPC, …USER, …PID, …NET. */
const namespaceFlags = 0x7e020000;

export interface FilterOptions {
  /** Sockets of this computer (AF_UNIX); pairs between a server's own processes work in any case. */
  allowsLocalSockets: boolean;
}

/** Classic BPF as bubblewrap takes it; null where the numbers are not known, and then there is no filter. */
export function seccompProgram(arch: NodeJS.Architecture, { allowsLocalSockets }: FilterOptions): Buffer | null {
  const known = architectures[arch];
  if (known === undefined) return null;
  const { audit, socket, ioctl, clone, denied } = known;
  const load = (offset: number): Instruction => [0x20, 0, 0, offset];
  const refuse = (number: number): Instruction => [0x06, 0, 0, errno(number)];
  const permit: Instruction = [0x06, 0, 0, allow];
  const program: Instruction[] = [
    load(4),
    // Programs of another architecture have other numbers: all of theirs are refused rather than misread.
    [0x15, 1, 0, audit],
    refuse(ENOSYS),
    load(0),
    // x32: the same table with a bit set.
    [0x35, 0, 1, 0x40000000],
    refuse(ENOSYS),
  ];
  for (const number of denied) program.push([0x15, 0, 1, number], refuse(EPERM));
  // What it is asked for stands behind a pointer; without it, programs ask by `clone`.
  program.push([0x15, 0, 1, clone3], refuse(ENOSYS));
  program.push(...ofCall(clone, [load(16), [0x45, 0, 1, namespaceFlags], refuse(EPERM), permit]));
  program.push(...ofCall(ioctl, [load(24), ...terminalTricks.flatMap((request): Instruction[] => [[0x15, 0, 1, request], refuse(EPERM)]), permit]));
  const open = [families.inet, families.inet6, families.netlink, ...(allowsLocalSockets ? [families.unix] : [])];
  program.push(...ofCall(socket, [load(16), ...open.flatMap((family): Instruction[] => [[0x15, 0, 1, family], permit]), refuse(EAFNOSUPPORT)]));
  program.push(permit);
  return assemble(program);
}

/** Code, jump if true, jump if false, value: `struct sock_filter`. */
type Instruction = [number, number, number, number];

/** A part for one call, which ends in a verdict; any other call goes on behind it. */
function ofCall(number: number, part: Instruction[]): Instruction[] {
  return [[0x15, 0, part.length, number], ...part];
}

function assemble(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, yes, no, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(yes, at * 8 + 2);
    bytes.writeUInt8(no, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  }
  return bytes;
}
