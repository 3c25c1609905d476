/** Log levels of the specification, least severe first (RFC 5424). */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Whether a message of `level` passes a client that asked for `minimum`; without a minimum nothing passes. */
export function passesLevel(level: string, minimum: string | undefined): boolean {
  return minimum !== undefined && levels.indexOf(level) >= levels.indexOf(minimum);
}

export function isLevel(value: unknown): value is string {
  return typeof value === 'string' && levels.includes(value);
}
