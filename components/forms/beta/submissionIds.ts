/** A random UUID (RFC 9562 section 5.4). Browsers have `crypto.randomUUID` only on pages that came by HTTPS or from this machine. */
function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, "$1-$2-4$3-a$4-$5");
}

/**
 * Creates the idempotency keys of an application: the same for the same content, so that a retry after a lost answer is not stored
 * twice, and a new one as soon as the content differs.
 */
export function createSubmissionIds(): (content: object) => string {
  let last: { content: string; id: string } | undefined;
  return (content) => {
    const text = JSON.stringify(content);
    if (last?.content !== text) last = { content: text, id: randomId() };
    return last.id;
  };
}
