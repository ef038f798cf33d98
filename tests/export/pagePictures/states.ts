import { accountStates } from "./account.ts";
import { formStates } from "./forms.ts";
import type { State } from "./state.ts";

/** Every state that has a picture. */
export const states: readonly State[] = [
  { pictures: [{ name: "landing", print: true }], path: "/" },
  { pictures: [{ name: "not-found" }], path: "/nowhere" },
  {
    pictures: [{ name: "menu", part: "details[data-menu] ul" }],
    path: "/",
    widths: [360],
    arrange: (page) => page.locator("details[data-menu] summary").click(),
  },
  ...formStates,
  ...accountStates,
];
