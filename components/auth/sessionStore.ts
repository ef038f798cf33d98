/** Values that the browser did not store, kept until the page is closed. */
const kept = new Map<string, string>();

/**
 * Storage for the session, with supabase-js's interface: `localStorage`, or the page's memory if the browser refuses storage or it
 * is full.
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
