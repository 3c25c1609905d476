/** Answers to the questions a launch asks by `${input:id}` (S08). Secret ones go in and never come out. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';

const id = z.string().check(z.maxLength(128), z.regex(/^[A-Za-z_][\w.-]*$/));
const value = z.string().check(z.maxLength(32_768));

export const InputAnswerView = z.object({
  id: z.string(),
  isAnswered: z.boolean(),
  /** Of an answer that is no secret. */
  value: z.nullable(z.string()),
  /** The answer holds for one run of the server and is not kept. */
  isAskedEachTime: z.boolean(),
});
export type InputAnswerView = z.infer<typeof InputAnswerView>;

export const launchInputs = {
  /** One for each question of the server, in the same order. */
  'servers/inputs': request(z.object({ serverId: ServerId }), z.object({ answers: z.array(InputAnswerView) })),
  /** An absent value keeps the answer there is; null forgets it. */
  'servers/answer': request(
    z.object({
      serverId: ServerId,
      answers: z.array(z.object({ id, value: z.optional(z.nullable(value)), isAskedEachTime: z.boolean() })).check(z.maxLength(100)),
    }),
    z.object({}),
  ),
} as const;
