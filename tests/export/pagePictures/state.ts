import type { Page } from "@playwright/test";

/** A state of the page that a visitor can see, and the way to it. */
export interface State {
  name: string;
  /** Path of the page. */
  path: string;
  /** Widths in CSS pixels, if it does not occur at all of the usual ones. */
  widths?: readonly [number, ...number[]];
  /** Selector of the part that is drawn; by default the whole page. */
  part?: string;
  /** Draws only the visible part of the page, with anything that lies above it. */
  screen?: true;
  /** Draws the print output; one picture, because it is the same in both schemes. */
  print?: true;
  /** Arranges it at each width, since it depends on the one at which it came, as a toast's place does. */
  anew?: true;
  /** Brings the page into the state. Calls to the backend are answered by `page.route` here. */
  arrange?: (page: Page) => Promise<void>;
}

/** Width and medium of a state that is drawn as printed: A4 with margins of 1 cm. */
export const onPaper = { print: true, widths: [718] } as const;
