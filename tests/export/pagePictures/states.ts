import type { Page } from "@playwright/test";
import { accountStates } from "./account.ts";
import { formStates } from "./forms.ts";

/** Something that a visitor can come to see, and how they get there. */
export interface State {
  name: string;
  /** Path of the page. */
  path: string;
  /** In CSS pixels, where it is not to be seen at all of the usual ones. */
  widths?: readonly number[];
  /** Selector of the part that is drawn; the whole page where none is given. */
  part?: string;
  /** What is done before it is drawn. Calls to the backend are answered by `page.route` here. */
  arrange?: (page: Page) => Promise<void>;
}

/** Every state of which a picture is kept. */
export const states: readonly State[] = [
  { name: "landing", path: "/" },
  { name: "not-found", path: "/nowhere" },
  {
    name: "menu",
    path: "/",
    widths: [360],
    part: "details[data-menu] ul",
    arrange: (page) => page.locator("details[data-menu] summary").click(),
  },
  ...formStates,
  ...accountStates,
];
