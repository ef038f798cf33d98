import type { Page } from "@playwright/test";

/** Something that a visitor can come to see, and how they get there. */
export interface State {
  name: string;
  /** Path of the page. */
  path: string;
  /** In CSS pixels, where it is not to be seen at all of the usual ones. */
  widths?: readonly number[];
  /** Selector of the part that is drawn; the whole page where none is given. */
  part?: string;
  /** Draws what the screen shows of the page, with what lies above it, in place of the whole. */
  screen?: true;
  /** Draws it as it is printed, which is the same in both schemes: one picture. */
  print?: true;
  /** What is done before it is drawn. Calls to the backend are answered by `page.route` here. */
  arrange?: (page: Page) => Promise<void>;
}

/** Medium of a state that is drawn as printed: on A4, between margins of 1 cm. */
export const onPaper = { print: true, widths: [718] } as const;
