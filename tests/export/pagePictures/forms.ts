import type { Page, Route } from "@playwright/test";
import { betaForm, fillBeta, solveCaptcha, waitlistForm } from "../../journeys/forms.ts";
import { mintChallenge } from "../../support/mintCaptcha.ts";
import { onPaper, type State } from "./state.ts";

const backend = "**/functions/v1/forms";
const forms = { waitlist: waitlistForm, beta: betaForm };
/** One of the forms. */
export type Form = keyof typeof forms;

/** Hydrates a form, with a captcha challenge that is solved at once. */
async function begin(page: Page, form: Form): Promise<void> {
  const challenge = await mintChallenge("a-secret-of-no-deployment-at-all", new Date(Date.now() + 600_000));
  await page.route(`${backend}/captcha*`, (route) => route.fulfill({ json: challenge }));
  await forms[form](page).getByLabel("Email").focus();
  await page.locator(`#${form} form[data-live=react]`).waitFor();
}

async function fill(page: Page, form: Form): Promise<void> {
  await begin(page, form);
  if (form === "beta") await fillBeta(betaForm(page), "ada@example.com");
  else await waitlistForm(page).getByLabel("Email").fill("ada@example.com");
}

const send = (page: Page, form: Form) => forms[form](page).locator("[type=submit]").click();

/** Hides fixed elements around the card, because their position differs from run to run. */
const leaveAlone = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>(
      "header, a[href='#main'], form > [aria-hidden], [data-tone]",
    ))
      element.style.display = "none";
    for (const animation of document.getAnimations()) animation.cancel();
  });

const state = (
  form: Form,
  name: string,
  arrange: (page: Page) => Promise<void>,
  special: Pick<State, "widths" | "print" | "anew"> = {},
): State => ({
  ...special,
  name: special.print ? `${form}-${name}-print` : `${form}-${name}`,
  path: "/",
  part: `#${form} div:has(> [data-island])`,
  async arrange(page) {
    await arrange(page);
    await leaveAlone(page);
  },
});

/** Enters a mistyped address, which the form offers to correct. */
const slip = async (page: Page, form: Form) => {
  await begin(page, form);
  const email = forms[form](page).getByLabel("Email");
  const suggestion = page.getByRole("button", { name: "Did you mean" });
  await email.fill("ada@gmial,con");
  await send(page, form);
  // The beta form's name is missing too and gets the focus. The address is checked after the click, because its field was left.
  if (form === "beta") await suggestion.waitFor();
  await email.focus();
  await page.keyboard.press("Tab");
  await suggestion.waitFor();
};

/** Submits a complete form, which `answer` answers. */
export async function sendWhole(page: Page, form: Form, answer: (route: Route) => unknown): Promise<void> {
  await page.route(`${backend}/${form}`, answer);
  await fill(page, form);
  await solveCaptcha(forms[form](page));
  await send(page, form);
}

const sending = async (page: Page, form: Form) => {
  await sendWhole(page, form, () => undefined);
  await page.locator(`#${form} [type=submit][aria-disabled]`).waitFor();
};

/** Answers a form with the success `code`. */
export const success = (code: string) => async (page: Page, form: Form) => {
  await sendWhole(page, form, (route) => route.fulfill({ json: { code } }));
  await page.locator(`#${form} [data-island] h3`).waitFor();
};

/** Sends a form whose captcha was not ticked. */
export const captcha = async (page: Page, form: Form) => {
  await fill(page, form);
  await send(page, form);
  await page.locator(`#${form}-captcha-error`).waitFor();
};

/** A success view has the height of its form until the window's width changes. */
const keepsHeight = { anew: true } as const;

/** The states of the forms, except the empty one, which the picture of the whole page shows. */
export const formStates: readonly State[] = [
  state("waitlist", "slip", (page) => slip(page, "waitlist")),
  state("waitlist", "captcha", (page) => captcha(page, "waitlist")),
  state("waitlist", "sending", (page) => sending(page, "waitlist")),
  state("waitlist", "success", (page) => success("joined")(page, "waitlist"), keepsHeight),
  state("beta", "errors", (page) => slip(page, "beta")),
  state("beta", "captcha", (page) => captcha(page, "beta")),
  state("beta", "sending", (page) => sending(page, "beta")),
  state("beta", "success", (page) => success("submitted")(page, "beta"), keepsHeight),
  state("beta", "errors", (page) => slip(page, "beta"), onPaper),
  state("beta", "success", (page) => success("submitted")(page, "beta"), onPaper),
];
