/**
 * Whether a text is an absolute URL. `URL.canParse` of Node 20 does not do: once V8 has compiled its caller, it
 * refuses each text with a letter such as ü.
 */
export function isUrl(text: string): boolean {
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}
