import type { Page } from "@playwright/test";

/** What is drawn of a state, at each of its widths in both colour schemes. */
export interface Picture {
  name: string;
  /** Selector of the part that is drawn; by default the whole page. */
  part?: string;
  /** Draws only the visible part of the page, with anything that lies above it. */
  screen?: true;
  /** Draws the print output as well. */
  print?: true;
  /** Stops or hides what looks different from run to run. */
  freeze?: (page: Page) => Promise<void>;
}

/** A state of the page that a visitor can see, and the way to it. */
export interface State {
  /** They are drawn in this order, the later ones as the earlier `freeze` left the page. A state of several is arranged anew. */
  pictures: readonly [Picture, ...Picture[]];
  /** Path of the page. */
  path: string;
  /** Widths in CSS pixels, if it does not occur at all of the usual ones. */
  widths?: readonly [number, ...number[]];
  /** Arranges it at each width, since it depends on the one at which it came, as a toast's place does. */
  anew?: true;
  /** What is done before the page loads. Calls to the backend are answered by `page.route` here and in `arrange`. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the page into the state. */
  arrange?: (page: Page) => Promise<void>;
}
