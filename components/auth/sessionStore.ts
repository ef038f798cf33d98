/** What the browser did not take, for as long as the page is open. */
const kept = new Map<string, string>();

/**
 * Where the session is kept: in `localStorage`, and where the browser refuses that, or has no room left, in the page. In the
 * shape that supabase-js asks for.
 */
export const sessionStore = {
  getItem(key: string): string | null {
    try {
      return kept.get(key) ?? localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key: string, value: string): void {
    kept.delete(key);
    try {
      localStorage.setItem(key, value);
    } catch {
      kept.set(key, value);
    }
  },
  removeItem(key: string): void {
    kept.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // A browser that refuses storage has stored nothing.
    }
  },
};
