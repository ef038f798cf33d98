import { useEffect, useRef } from "react";

/** Shortest time between two calls, in milliseconds: one return to the page may cause two events. */
const pause = 1_000;

/** Calls `onReturn` when the visitor comes back to the page from another tab or program. */
export function useReturn(onReturn: () => void): void {
  const call = useRef(onReturn);
  useEffect(() => {
    call.current = onReturn;
  });
  useEffect(() => {
    // Not the time of day, which may be set back.
    let last = performance.now();
    const returned = () => {
      if (document.hidden || performance.now() - last < pause) return;
      last = performance.now();
      call.current();
    };
    addEventListener("focus", returned);
    document.addEventListener("visibilitychange", returned);
    return () => {
      removeEventListener("focus", returned);
      document.removeEventListener("visibilitychange", returned);
    };
  }, []);
}
