/** Results of tools, in the few shapes these servers need. */
import type { CallToolResult } from '@modelcontextprotocol/server';

export function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] };
}

/** For people as text and for programs as data. */
export function structured(data: Record<string, unknown>, content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }], structuredContent: data };
}

/** Something the model can read and act upon: what was asked for can not be done, and why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a tool; a refusal or an error of the system becomes a result that says so, never a broken connection. */
export async function answer(work: () => CallToolResult | Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { ...text(error.message), isError: true };
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return { ...text(error.message), isError: true };
    throw error;
  }
}
