import type { Accepted } from "../../../server/contract/outcomes.ts";
import type { ToastText } from "../../ui/toast/toast.ts";

interface FieldBase {
  /** Name in the request's body; the control's id is the form's name, a dash, and this. */
  name: string;
  label: string;
  /** Said when it is left empty; a field without this is optional. */
  required?: string;
  /** What helps to fill it in. */
  hint?: string;
  /** Whether it shares its row with another such field where the screen has room. */
  half?: boolean;
  /** Longest text the backend takes, in code points. A longer one is not cut, but said to be too long. */
  max?: number;
}

/** A field of one line, of several, or a choice. */
export type FieldDefinition = FieldBase &
  (
    | { kind: "line"; type?: "text" | "email"; autoComplete: string }
    | { kind: "prose"; rows: number }
    | { kind: "choice"; prompt: string; options: Record<string, string> }
  );

/** A step of what happens after a form is sent; the first has been reached. */
export interface Step {
  name: string;
  text: string;
}

/** Turns the fields' texts into the body to send, captcha apart. */
export type FormBody = (content: Record<string, string>) => object;

/** What tells one form from another: a row for `forms.ts`. */
export interface FormDefinition {
  /** Its route below the forms' base path, its section and island on the page, and the prefix of its controls' ids. */
  name: string;
  /** The code of its route's success. */
  accepted: Accepted["code"];
  fields: readonly FieldDefinition[];
  words: {
    /** What introduces it on the page; `kept` says what is stored, what for and for how long, and how to leave. */
    section: { title: string; text: string; kept: string };
    /** The submit button's words, at rest and on the way. */
    submit: { idle: string; submitting: string };
    /** Said when it is stored. */
    stored: ToastText;
    /** Said when the backend could not store it. */
    failed: string;
    /**
     * The success view: what has happened and what will, for who gave this address. With `another`, a button that returns to the
     * empty form; with `more`, a link to elsewhere on the page.
     */
    done: {
      title: string;
      steps: (address: string) => readonly Step[];
      more?: { text: string; link: string; href: string };
      another?: string;
    };
  };
  /** Made anew for each form that is filled in. */
  body: () => FormBody;
  /** Called once it is stored. */
  onStored?: () => void;
}
