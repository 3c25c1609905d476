/** The servers that come with Portolan (S17): off until the person turns one on, reviewed like any other. */

/** Stands for them in a configuration; what it runs is found at each start. */
export const builtInCommand = 'portolan-builtin';
export const builtInNames = ['files', 'fetch', 'memory', 'time', 'demo'] as const;
export type BuiltInName = (typeof builtInNames)[number];
