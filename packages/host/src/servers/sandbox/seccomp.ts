/**
 * A system-call filter for what runs inside: a wall behind the wall. Namespaces hide files and networks; this closes doors
 * that are not divided into namespaces (the kernel's keyring holds secrets of the whole session) or that have been ways out
 * of containers (bpf, perf, userfaultfd, io_uring, mounts). https://docs.kernel.org/userspace-api/seccomp_filter.html
 */

interface Arch {
  /** AUDIT_ARCH_… of linux/audit.h. */
  audit: number;
  socket: number;
  denied: number[];
}

// Numbers of the kernel's tables; the same names in the same order for both.
// add_key request_key keyctl bpf perf_event_open userfaultfd io_uring_setup/enter/register kexec_load kexec_file_load
// init_module finit_module delete_module mount umount2 pivot_root chroot setns unshare swapon swapoff reboot acct
// open_by_handle_at name_to_handle_at process_vm_readv process_vm_writev ptrace fsopen fsmount fspick move_mount open_tree mount_setattr
const architectures: Partial<Record<NodeJS.Architecture, Arch>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    denied: [248, 249, 250, 321, 298, 323, 425, 426, 427, 246, 320, 175, 313, 176, 165, 166, 155, 161, 308, 272, 167, 168, 169, 163, 304, 303, 310, 311, 101, 430, 432, 433, 429, 428, 442],
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    denied: [217, 218, 219, 280, 241, 282, 425, 426, 427, 104, 294, 105, 273, 106, 40, 39, 41, 51, 268, 97, 224, 225, 142, 89, 265, 264, 270, 271, 117, 430, 432, 433, 429, 428, 442],
  },
};

const allow = 0x7fff0000;
const errno = (number: number): number => 0x00050000 + number;
const EPERM = 1;
const ENOSYS = 38;
/** Virtual-machine sockets and the kernel's crypto: the first is not divided by network namespaces, the second is not needed. */
const deniedFamilies = [40, 38];

/** Classic BPF as bubblewrap takes it; null where the numbers are not known, and then there is no filter. */
export function seccompProgram(arch: NodeJS.Architecture): Buffer | null {
  const known = architectures[arch];
  if (known === undefined) return null;
  const { audit, socket, denied } = known;
  const load = (offset: number): Instruction => [0x20, 0, 0, offset];
  const program: Instruction[] = [
    load(4),
    // Programs of another architecture have other numbers: all of theirs are refused rather than misread.
    [0x15, 1, 0, audit],
    [0x06, 0, 0, errno(ENOSYS)],
    load(0),
    // x32: the same table with a bit set.
    [0x35, 0, 1, 0x40000000],
    [0x06, 0, 0, errno(ENOSYS)],
  ];
  for (const number of denied) program.push([0x15, 0, 1, number], [0x06, 0, 0, errno(EPERM)]);
  program.push([0x15, 0, 1 + deniedFamilies.length * 2, socket], load(16));
  for (const family of deniedFamilies) program.push([0x15, 0, 1, family], [0x06, 0, 0, errno(EPERM)]);
  program.push([0x06, 0, 0, allow]);
  return assemble(program);
}

/** Code, jump if true, jump if false, value: `struct sock_filter`. */
type Instruction = [number, number, number, number];

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
