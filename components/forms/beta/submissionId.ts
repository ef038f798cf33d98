/** Key in `sessionStorage` of the beginning of this tab's ids. It is random: nothing that was typed is stored. */
const key = "keelbook-application";

let beginning: string | null = null;

/**
 * The idempotency key of an application: in one tab the same for the same content, also after a reload, where browsers restore what was
 * typed. So a retry after a lost answer is not stored twice. {@link forgetSubmission} makes the next one another.
 */
export function submissionIdOf(content: object): string {
  beginning ??= stored() ?? randomId().slice(0, -8);
  try {
    sessionStorage.setItem(key, beginning);
  } catch {
    // If the browser refuses storage, the ids are the same until the page is closed.
  }
  return beginning + fingerprint(JSON.stringify(content));
}

/** Lets the next application have another id, though its content may be the same. */
export function forgetSubmission(): void {
  beginning = null;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A random UUID (RFC 9562 section 5.4). Browsers have `crypto.randomUUID` only on pages that came by HTTPS or from this machine. */
function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, "$1-$2-4$3-a$4-$5");
}

/** Eight hexadecimal digits, which differ for texts that differ in one character (FNV-1a). */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
