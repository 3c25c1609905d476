/** Throws an Error saying so when the window cannot be built. */
export function buildWindow(root: string, tools: { node: string; env: NodeJS.ProcessEnv }): void;
