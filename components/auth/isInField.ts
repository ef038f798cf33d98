/**
 * Whether the visitor has gone to a field since `before` had the focus: whatever takes the focus now would take what they type
 * (docs/decisions/0202).
 */
export function isInField(before?: Element | null): boolean {
  const { activeElement } = document;
  return activeElement !== before && activeElement?.matches("input, select, textarea") === true;
}
