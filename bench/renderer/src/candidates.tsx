/** The renderers that are compared, each loaded by itself. */
import type { ComponentType } from 'react';

export type Candidate = ComponentType<{ text: string }>;

export const candidates = {
  /** Nothing is drawn: what the harness itself costs. */
  floor: async (): Promise<Candidate> => (await import('./floor.tsx')).Floor,
  ours: async (): Promise<Candidate> => (await import('./ours.tsx')).Ours,
  'react-markdown': async (): Promise<Candidate> => (await import('./react-markdown-blocks.tsx')).ReactMarkdownBlocks,
  streamdown: async (): Promise<Candidate> => (await import('./streamdown-code.tsx')).StreamdownCode,
} as const;

export type CandidateName = keyof typeof candidates;
