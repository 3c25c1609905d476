/** A server asks the person something: a form to fill in, or a page to open (`elicitation/create` in either era). */
import * as z from 'zod/mini';
import { askFields, StopAsking } from './asks.ts';
import { JsonObject } from './json.ts';

/** An address taken apart by the host, so that what is highlighted is what a browser would go to. */
export const UrlView = z.object({
  /** The whole of it as it would be opened, in ASCII. */
  href: z.string(),
  scheme: z.string(),
  /** The host in three pieces: what is in front of the registrable domain, that domain, and a port. For an address of numbers all of it is `domain`. */
  host: z.object({ before: z.string(), domain: z.string(), port: z.string() }),
  /** The host with its letters as a person would see them, where punycode stands in for them. */
  unicodeHost: z.nullable(z.string()),
  path: z.string(),
  /** Reasons to look twice; texts in the catalogues. */
  warnings: z.array(z.enum(['punycode', 'mixed-letters', 'address-of-numbers', 'port', 'this-computer', 'not-encrypted', 'other-host-in-path', 'other-host-in-front', 'long'])),
});
export type UrlView = z.infer<typeof UrlView>;

export const ElicitationView = z.object({
  ...askFields,
  kind: z.literal('elicitation'),
  /** Why the server asks, in its words. */
  message: z.string(),
  request: z.discriminatedUnion('mode', [
    z.object({
      mode: z.literal('form'),
      /** One flat JSON Schema; `default`s are the server's proposals. */
      schema: JsonObject,
      /** Fields by which a secret is asked for, which servers must not do in a form: such a form can't be sent (E01). */
      secretFields: z.array(z.object({ name: z.string(), title: z.string() })),
      /** True when the words of the server ask for a secret, whatever its fields are called. */
      isSecretAsked: z.boolean(),
      /** What was left out of the server's form, or read with good will. */
      repairs: z.array(z.object({ path: z.string(), reason: z.string() })),
    }),
    z.object({
      mode: z.literal('url'),
      url: UrlView,
      /**
       * `ask`: nothing was opened. `opened`: it was, and the person says when they are done. `waiting`: the server knows that
       * it was opened and will say when it is done, or never.
       */
      phase: z.enum(['ask', 'opened', 'waiting']),
    }),
  ]),
});
export type ElicitationView = z.infer<typeof ElicitationView>;

/** A value by field name: absent takes its default, null is left empty on purpose. */
export const FormValues = z.record(z.string().check(z.maxLength(1024)), z.union([z.null(), z.boolean(), z.number(), z.string().check(z.maxLength(262_144)), z.array(z.string().check(z.maxLength(32_768))).check(z.maxLength(1000))]));
export type FormValues = z.infer<typeof FormValues>;

/** Three different answers: yes, no, and a dialog closed without a choice. */
export const ElicitationAnswer = z.discriminatedUnion('action', [
  z.object({ kind: z.literal('elicitation'), action: z.literal('accept'), content: z.optional(FormValues) }),
  z.object({ kind: z.literal('elicitation'), action: z.literal('decline'), stopAsking: StopAsking }),
  z.object({ kind: z.literal('elicitation'), action: z.literal('cancel'), stopAsking: StopAsking }),
]);
export type ElicitationAnswer = z.infer<typeof ElicitationAnswer>;

/** What keeps a form from being sent, by field. */
export const FieldProblemView = z.object({
  field: z.string(),
  code: z.enum(['required', 'type', 'too-short', 'too-long', 'too-small', 'too-large', 'format', 'option', 'too-few', 'too-many', 'repeated', 'pattern', 'unknown-field']),
});
export type FieldProblemView = z.infer<typeof FieldProblemView>;
