/** Whether this computer has what runs model files. */
const systems: Readonly<Record<string, readonly string[]>> = { linux: ['x64', 'arm64', 'arm', 'riscv64'], darwin: ['x64', 'arm64'], win32: ['x64', 'arm64'] };

/** Null when it has; else what it is that nothing was made for. Nothing is loaded for this. */
export function missingEngine(): string | null {
  const { platform, arch } = process;
  if (systems[platform]?.includes(arch) !== true) return `${platform} (${arch})`;
  // The libraries are built for the usual C library, which small systems such as Alpine do not have.
  if (platform === 'linux' && !hasGlibc()) return `linux (${arch}, musl)`;
  try {
    import.meta.resolve('node-llama-cpp');
    return null;
  } catch {
    return `${platform} (${arch})`;
  }
}

function hasGlibc(): boolean {
  const report: unknown = process.report?.getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return true;
  const { header } = report;
  return typeof header !== 'object' || header === null || 'glibcVersionRuntime' in header;
}
