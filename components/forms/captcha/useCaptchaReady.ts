import { useEffect, useState } from "react";
import { captcha } from "./captcha.ts";

/** Interval of checks whether the captcha has loaded, in milliseconds (requirements 9). */
export const readinessPoll = 100;

/** Whether the captcha is ready. False in the pre-rendered page. */
export function useCaptchaReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready) return;
    const check = () => setReady(captcha.isReady());
    check();
    const timer = setInterval(check, readinessPoll);
    return () => clearInterval(timer);
  }, [ready]);
  return ready;
}
