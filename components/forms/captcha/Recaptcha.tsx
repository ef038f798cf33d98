import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { captchaWords } from "../../copy/forms.ts";
import { quietButton } from "../../ui/button.ts";
import { fieldClass } from "../../ui/field.ts";
import type { CaptchaProvider, CaptchaWidgetProps } from "./provider.ts";

/** How long Google's scripts may take before an error is shown, in milliseconds. */
export const readinessLimit = 10_000;

/** Width of Google's box in CSS pixels, unless it is compact. */
const usualWidth = 304;
/** Google's box is 78 px high, the compact one 144, on screens below 394 px; the room is kept so that nothing moves when it comes. */
const boxStyle = { maxWidth: 304, minHeight: "clamp(78px, (394px - 100vw) * 99, 144px)" };

/** Google's "I'm not a robot" box. Its callbacks for expiry and a lost network both discard the token. */
function RecaptchaWidget({ id, ready, error, onAnswer, ref }: CaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<number>(undefined);
  const token = useRef<string>(null);
  const answered = useRef(onAnswer);
  const [failed, setFailed] = useState(false);
  const errorId = `${id}-error`;

  useEffect(() => {
    if (failed || ready) return;
    const discard = loadRecaptcha(() => setFailed(true));
    const timer = setTimeout(() => {
      // A script element that loaded without becoming ready would not run again, so it is removed.
      discard();
      setFailed(true);
    }, readinessLimit);
    return () => clearTimeout(timer);
  }, [failed, ready]);

  useEffect(() => {
    const sitekey = import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY;
    if (!ready || !container.current || !sitekey) return;
    const keep = (value: string) => {
      token.current = value;
      answered.current();
    };
    const drop = () => {
      token.current = null;
    };
    widget.current = recaptchaApi()?.render(container.current, {
      sitekey,
      size: container.current.clientWidth < usualWidth ? "compact" : "normal",
      // The box follows the system, as the page does (components/styles.css).
      theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
      callback: keep,
      "expired-callback": drop,
      "error-callback": drop,
    });
  }, [ready]);

  useEffect(() => {
    answered.current = onAnswer;
  });

  useImperativeHandle(ref, () => ({
    token: () => Promise.resolve(token.current),
    reset: () => {
      token.current = null;
      if (widget.current !== undefined) recaptchaApi()?.reset(widget.current);
    },
  }));

  function tryAgain(): void {
    // The button that has the focus is about to be removed.
    container.current?.focus();
    setFailed(false);
  }

  return (
    <div>
      <div
        id={id}
        ref={container}
        role="group"
        aria-label={captchaWords.label}
        aria-describedby={error ? errorId : undefined}
        // Makes it focusable; the next Tab leads into Google's box.
        tabIndex={-1}
        className={error ? "outline-2 outline-danger" : undefined}
        style={boxStyle}
      />
      {error && (
        <p id={errorId} className={`mt-2 ${fieldClass.error}`}>
          {error}
        </p>
      )}
      {failed && !ready && (
        <p role="alert" className={fieldClass.error}>
          {captchaWords.blocked}{" "}
          <button type="button" className={quietButton} onClick={tryAgain}>
            {captchaWords.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}

/** reCAPTCHA v2, for builds with a site key. */
export const recaptcha: CaptchaProvider = {
  isReady: () => recaptchaApi() !== undefined,
  Widget: RecaptchaWidget,
};

/** The part of Google's script that is used here (https://developers.google.com/recaptcha/docs/display#js_api). */
export interface RecaptchaApi {
  /** Returns the widget's number. */
  render(container: HTMLElement, parameters: RecaptchaParameters): number;
  reset(widget: number): void;
}

interface RecaptchaParameters {
  sitekey: string;
  size: "compact" | "normal";
  theme: "dark" | "light";
  callback: (token: string) => void;
  "expired-callback": () => void;
  "error-callback": () => void;
}

declare global {
  interface Window {
    /** The object exists before it is complete: `render` is added by the second of Google's two scripts. */
    grecaptcha?: RecaptchaApi | { render?: never };
  }
}

const source = "https://www.google.com/recaptcha/api.js?render=explicit";

/** The API, if Google's scripts have set it up. */
function recaptchaApi(): RecaptchaApi | undefined {
  return window.grecaptcha?.render ? window.grecaptcha : undefined;
}

/**
 * Adds Google's script to the page unless it is there. Calls `onFailure` if it cannot be fetched. Returns a function that removes
 * the script, so that the next call fetches it again.
 */
function loadRecaptcha(onFailure: () => void): () => void {
  const script = document.querySelector(`script[src="${source}"]`) ?? document.createElement("script");
  script.addEventListener("error", () => {
    script.remove();
    onFailure();
  });
  if (!script.isConnected) {
    script.setAttribute("src", source);
    document.head.append(script);
  }
  return () => script.remove();
}
