#!/usr/bin/env node
/** `portolan` from anywhere: sets up what is missing and hands over to the pinned Node. Link it into a folder of your PATH. */
import { fileURLToPath } from 'node:url';

process.argv.splice(1, 1, fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url)), 'app:cli');
await import('../../../scripts/run.mjs');
