import { useEffect, useRef } from "react";

/** Least time from one call to the next, in milliseconds: one return to a page may be told by two events. */
const pause = 1_000;

/** Calls `onReturn` when the visitor comes back to the page from another tab or program. */
export function useReturn(onReturn: () => void): void {
  const call = useRef(onReturn);
  useEffect(() => {
    call.current = onReturn;
  });
  useEffect(() => {
    let last = Date.now();
    const returned = () => {
      if (document.hidden || Date.now() - last < pause) return;
      last = Date.now();
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
