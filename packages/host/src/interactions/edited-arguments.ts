/** Arguments that the person changed on the card before allowing the call (H02). */
import type { InteractionAnswer } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import type { SchemaChecker } from '@portolan/mcp-client/schema/schema-checker';
import type { ApprovalRequest } from '../ports.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Review } from './interaction-queue.ts';

export type ArgumentSchemas = Pick<SchemaChecker, 'check'>;

/** What the person wants sent instead, as a value of our own; null when that is what the model asked for. */
export function changedArguments(request: ApprovalRequest, answer: InteractionAnswer): JsonObject | null {
  if (answer.kind !== 'tool-approval' || answer.decision !== 'allow' || answer.arguments === undefined) return null;
  return canonicalJson(answer.arguments) === canonicalJson(request.arguments) ? null : structuredClone(answer.arguments);
}

/**
 * Whether an answer counts. Changed arguments have to fit the inputSchema of the tool as it was when it was asked about; a
 * schema that can't be used or takes too long refuses nothing: the server has the last word, as with what models ask for.
 */
export function reviewArguments(schemas: ArgumentSchemas | null, request: ApprovalRequest, answer: InteractionAnswer): Review | Promise<Review> {
  const changed = changedArguments(request, answer);
  if (changed === null) return { outcome: 'settles' };
  if (schemas === null) return { outcome: 'stands', problems: [], argumentProblems: [] };
  return check(schemas, request.tool.inputSchema, changed);
}

async function check(schemas: ArgumentSchemas, schema: JsonObject, changed: JsonObject): Promise<Review> {
  const outcome = await schemas.check(schema, changed, { findsAll: true });
  return outcome.kind === 'misfit' ? { outcome: 'stands', problems: [], argumentProblems: outcome.problems ?? [] } : { outcome: 'settles' };
}
