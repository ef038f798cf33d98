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
export function recaptchaApi(): RecaptchaApi | undefined {
  return window.grecaptcha?.render ? window.grecaptcha : undefined;
}

/**
 * Adds Google's script to the page unless it is there. Calls `onFailure` if it cannot be fetched. Returns a function that removes
 * the script, so that the next call fetches it again.
 */
export function loadRecaptcha(onFailure: () => void): () => void {
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
