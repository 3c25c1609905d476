/** Errors quote what servers and libraries say, which may hold a configured secret. */
import type { Problem } from '@portolan/contract/errors';

export function redactProblem(problem: Problem, redact: (text: string) => string): Problem {
  const clean = (value: string | number | string[]) => (typeof value === 'string' ? redact(value) : Array.isArray(value) ? value.map(redact) : value);
  return {
    ...problem,
    details: Object.fromEntries(Object.entries(problem.details).map(([key, value]) => [key, clean(value)])),
    ...(problem.log === undefined ? {} : { log: redact(problem.log) }),
  };
}

/** Host and path are enough to recognise an address; queries and user names may be keys. */
export function withoutSecrets(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1').replace(/[?#].*$/s, '');
}
