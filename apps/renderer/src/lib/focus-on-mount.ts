/** Focus for a field that appears because the person asked for it. Never for anything that appears by itself (H08). */

/** A ref callback: focuses the field as it appears and selects what it holds. */
export function focusOnMount(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (!field) return;
  field.focus({ preventScroll: true });
  field.select();
}
