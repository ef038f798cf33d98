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
