import { accountStates } from "./account.ts";
import { formStates } from "./forms.ts";
import { onPaper, type State } from "./state.ts";
import { statsStates } from "./stats.ts";
import { toastStates } from "./toasts.ts";

/** Every state that has a picture. */
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
  { name: "landing-print", path: "/", ...onPaper },
  ...formStates,
  ...toastStates,
  ...accountStates,
  ...statsStates,
];
