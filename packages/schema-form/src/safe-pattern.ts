/** Longest text a pattern with more than one open-ended part is tried on. */
const maxTextForSlowPattern = 1_000;
const maxPattern = 500;

/**
 * Whether a pattern from a server may be run on the page. JavaScript's engine backtracks, so a repeated group that
 * itself repeats or branches, or a back-reference, can hold the page for ever: such patterns are left to the server.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > maxPattern) return false;
  if (/\\[1-9k]/.test(pattern)) return false;
  if (hasRepeatedGroup(pattern)) return false;
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Whether a safe pattern may be run on a text of this length. */
export function isQuickOn(pattern: string, textLength: number): boolean {
  return textLength <= maxTextForSlowPattern || (pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0) <= 1;
}

/** Looks for `( … + … )*` and `( … | … )+`: a group with a choice inside and a repetition after it. */
function hasRepeatedGroup(pattern: string): boolean {
  const groups: boolean[] = [];
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') groups.push(false);
    else if (character === '|' || character === '*' || character === '+' || (character === '{' && /^\{\d*,/.test(pattern.slice(index)))) {
      if (groups.length > 0) groups[groups.length - 1] = true;
    } else if (character === '?' && pattern[index - 1] !== '(' && groups.length > 0) groups[groups.length - 1] = true;
    else if (character === ')') {
      const branches = groups.pop() ?? false;
      const isRepeated = /^(?:[*+]|\{\d+(?:,\d*)?\})/.test(pattern.slice(index + 1));
      if (branches && isRepeated) return true;
      if ((branches || isRepeated) && groups.length > 0) groups[groups.length - 1] = true;
    }
  }
  return false;
}
