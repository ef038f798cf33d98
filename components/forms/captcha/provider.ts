import type { ReactNode, Ref } from "react";

/** The captcha cannot be completed at the moment. The message is for the visitor. */
export class CaptchaError extends Error {
  override readonly name = "CaptchaError";
}

/** A captcha, for its form. Its token is only a claim, which the backend verifies. */
export interface CaptchaHandle {
  /**
   * Returns the token, after waiting for an unfinished verification; null if the captcha is not completed.
   * @throws CaptchaError if it could not be completed, though the visitor did their part; the form shows its message.
   */
  token(): Promise<string | null>;
  /** Begins work that can be done before the visitor asks for it, because a field of the form has the focus. */
  prepare?(): void;
  /** Discards the token, which works only once, and starts again. */
  reset(): void;
  /** Makes the next token a new one, which takes no tick, because nobody knows whether this one was used. */
  renew?(): void;
}

export interface CaptchaProvider {
  /** Whether everything that the widget needs has loaded. */
  isReady(): boolean;
  /** The widget, which loads what it needs when it is mounted. */
  Widget(props: CaptchaWidgetProps): ReactNode;
}

export interface CaptchaWidgetProps {
  /** Unique on the page. */
  id: string;
  /** The last result of {@link CaptchaProvider.isReady}. */
  ready: boolean;
  /** Error message to show at the widget. */
  error: string | undefined;
  /** Called when the visitor reacts to the error, which is then removed. */
  onAnswer: () => void;
  ref: Ref<CaptchaHandle>;
}
