import { startAuth } from "../components/auth/startAuth.ts";
import { countVisit } from "../components/countVisit.ts";
import { startForms } from "../components/forms/islands.ts";
import { closeMenu } from "../components/landing/closeMenu.ts";
import { startMailLinks } from "../components/mailLinks/startMailLinks.ts";

if (import.meta.env.DEV && import.meta.env.PUBLIC_BACKEND !== "embedded")
  await import("../components/dev/start.ts").then(({ startOffline }) => startOffline());
startMailLinks();
startAuth();
startForms();
if (import.meta.env.PUBLIC_COUNT_VISITS !== "0") countVisit();
// The later groups of the specifications: closed on a phone, where all together are 2,000 px high, and open on paper.
const groups = document.querySelectorAll<HTMLDetailsElement>("li + li > details");
const open = (are: boolean) => groups.forEach((group) => (group.open = are));
open(matchMedia("(width >= 40rem)").matches);
addEventListener("beforeprint", () => open(true));
for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[data-menu]")) closeMenu(menu);
