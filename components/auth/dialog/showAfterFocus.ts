/**
 * Brings something into view once the focus has moved, such as all of a field's row: browsers scroll only to the caret of a text. It
 * waits for the second frame, as WebKit scrolls to the caret after the first one's callbacks. Not shared with the forms, whose early code
 * must not wait for a shared file.
 */
export function showAfterFocus(element: Element | null | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => element?.scrollIntoView({ block: "nearest" })));
}
