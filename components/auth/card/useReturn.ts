import { useEffect, useRef } from "react";

/** Calls `onReturn` when the visitor comes back to the page from another tab or program. */
export function useReturn(onReturn: () => void): void {
  const call = useRef(onReturn);
  useEffect(() => {
    call.current = onReturn;
  });
  useEffect(() => {
    // One return may cause two events.
    let away = !document.hasFocus();
    const changed = ({ type }: Event) => {
      if (document.hidden || type === "blur") away = true;
      else if (away) {
        away = false;
        call.current();
      }
    };
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ["focus", "blur"]) addEventListener(type, changed, { signal });
    document.addEventListener("visibilitychange", changed, { signal });
    return () => listening.abort();
  }, []);
}
