import type { Accepted } from "../../server/contract/outcomes.ts";
import type { ToastText } from "../ui/toast.ts";

interface FieldBase {
  /** Name in the request's body. The control's id is the form's name, a dash and this name. */
  name: string;
  label: string;
  /** Error message if it is left empty; a field without this is optional. */
  required?: string;
  /** Hint for filling it in. */
  hint?: string;
  /** Whether it shares its row with another such field if the screen is wide enough. */
  half?: boolean;
  /** Maximum length that the backend accepts, in code points. A longer text is not cut but reported. */
  max?: number;
}

/** A field with one line, several lines or a choice. */
export type FieldDefinition = FieldBase &
  (
    | { kind: "line"; type?: "text" | "email"; autoComplete: string }
    | { kind: "prose"; rows: number }
    | { kind: "choice"; prompt: string; options: Record<string, string> }
  );

/** The definition of a form, an entry of `forms.ts`. */
export interface FormDefinition {
  /** Name of its route below the forms' base path, of its section and island, and prefix of its controls' ids. */
  name: string;
  /** Success code of its route. */
  accepted: Accepted["code"];
  fields: readonly FieldDefinition[];
  words: {
    /** Its introduction on the page; `kept` says what is stored, why, for how long, and how to leave. */
    section: { title: string; text: string; kept: string };
    /** The submit button's labels, idle and submitting. */
    submit: { idle: string; submitting: string };
    stored: ToastText;
    /** The text of the toast if the backend could not store it. */
    failed: string;
    /** A button that sends the form for another mail only, and the answer to it, which is the same for every address. */
    again?: { action: string; sent: string };
    /**
     * Words of the success view: what has happened, what comes `next` and more about that. `another` is a button that returns to the
     * empty form, `change` one that returns to it with the address, `more` a link to another place on the page.
     */
    done: {
      title: string;
      next: string;
      text: (address: string) => string;
      change?: { ask: string; action: string };
      more?: { text: string; link: string; href: string };
      another?: string;
    };
  };
  /** Turns the fields' texts into the request's body, without the captcha. */
  body: (content: Record<string, string>) => object;
  /** Called after it was stored. */
  onStored?: () => void;
  /** Called once that is shown, and the fields are empty. */
  onEmptied?: () => void;
}
