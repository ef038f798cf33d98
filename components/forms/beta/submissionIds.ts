/**
 * Creates the idempotency keys of an application: the same for the same content, so that a retry after a lost answer is not stored
 * twice, and a new one as soon as the content differs.
 */
export function createSubmissionIds(): (content: object) => string {
  let last: { content: string; id: string } | undefined;
  return (content) => {
    const text = JSON.stringify(content);
    if (last?.content !== text) last = { content: text, id: crypto.randomUUID() };
    return last.id;
  };
}
