/**
 * Hands out idempotency keys: the same for the same content, so that a retry after a lost answer is one application,
 * and a new one as soon as the content differs or the last one was accepted.
 */
export function createSubmissionIds() {
  let last: { content: string; id: string } | undefined;
  return {
    for(content: object): string {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, id: crypto.randomUUID() };
      return last.id;
    },
    forget(): void {
      last = undefined;
    },
  };
}
