import type { ReactNode, Ref } from "react";

/** A captcha as its form sees it. What it hands out is only a claim; the backend decides. */
export interface CaptchaHandle {
  /** The token to send, once a verification under way has ended; null when the captcha is not completed. */
  token(): Promise<string | null>;
  /** Begins what can be done before the visitor asks for it: a field of the form has the focus. */
  prepare?(): void;
  /** Stops that for now: the focus has left the form. */
  pause?(): void;
  /** Forgets the token, which is good for one use, and asks anew. */
  reset(): void;
}

/** A kind of captcha. */
export interface CaptchaProvider {
  /** Whether what the widget needs has loaded. */
  isReady(): boolean;
  /** The widget; it loads what it needs as it mounts. */
  Widget(props: CaptchaWidgetProps): ReactNode;
}

/** What a form tells the widget of its captcha. */
export interface CaptchaWidgetProps {
  /** Unique on the page. */
  id: string;
  /** What {@link CaptchaProvider.isReady} said last. */
  ready: boolean;
  /** Said at it, as of a field that failed. */
  error: string | undefined;
  /** The visitor answers it, so that the error is over. */
  onAnswer: () => void;
  ref: Ref<CaptchaHandle>;
}
