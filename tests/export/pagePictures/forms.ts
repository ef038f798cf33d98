import type { Page, Route } from "@playwright/test";
import { betaForm, fillBeta, solveCaptcha, waitlistForm } from "../../journeys/forms.ts";
import { problemMediaType } from "../../../server/contract/outcomes.ts";
import { mintChallenge } from "../../support/mintCaptcha.ts";
import type { Picture, State } from "./state.ts";

const backend = "**/functions/v1/forms";
const forms = { waitlist: waitlistForm, beta: betaForm };
/** One of the forms. */
type Form = keyof typeof forms;

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

/** A toast in its place on the screen, and the page around it. */
const toast = (name: string): Picture => ({
  name: `toast-${name}`,
  screen: true,
  // The copy does not close by itself before it is drawn.
  freeze: (page) =>
    page.evaluate(() => {
      for (const item of document.querySelectorAll("[data-tone] > *")) item.replaceWith(item.cloneNode(true));
    }),
});

/** The card of a form. */
const card = (form: Form, name: string): Picture => ({
  name: `${form}-${name}`,
  part: `#${form} div:has(> [data-island])`,
  freeze: leaveAlone,
});

const state = (
  form: Form,
  arrange: (page: Page, form: Form) => Promise<void>,
  ...pictures: State["pictures"]
): State => ({ path: "/", arrange: (page) => arrange(page, form), pictures });

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
async function sendWhole(page: Page, form: Form, answer: (route: Route) => unknown): Promise<void> {
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
const success = (code: string) => async (page: Page, form: Form) => {
  await sendWhole(page, form, (route) => route.fulfill({ json: { code } }));
  await page.locator(`#${form} [data-island] h3`).waitFor();
};

/** Sends a form whose captcha was not ticked. */
const captcha = async (page: Page, form: Form) => {
  await fill(page, form);
  await send(page, form);
  await page.locator(`#${form}-captcha-error`).waitFor();
};

const refused = async (page: Page, form: Form) => {
  const body = JSON.stringify({ code: "already_subscribed" });
  await sendWhole(page, form, (route) => route.fulfill({ status: 409, contentType: problemMediaType, body }));
  await page.locator("[data-tone=destructive] > *").waitFor();
};

/** A success view has the height of its form until the window's width changes, and a toast the place it came to. */
const anew = { anew: true } as const;

/**
 * The states of the forms, except the empty one, which the picture of the whole page shows; with toasts of each tone, about a field
 * and about the whole form. The others differ only in their texts.
 */
export const formStates: readonly State[] = [
  state("waitlist", slip, card("waitlist", "slip")),
  state("waitlist", captcha, card("waitlist", "captcha")),
  state("waitlist", sending, card("waitlist", "sending")),
  { ...state("waitlist", refused, toast("refused")), ...anew },
  { ...state("waitlist", success("joined"), card("waitlist", "success")), ...anew },
  state("beta", slip, { ...card("beta", "errors"), print: true }),
  { ...state("beta", captcha, toast("captcha"), card("beta", "captcha")), ...anew },
  state("beta", sending, card("beta", "sending")),
  { ...state("beta", success("submitted"), toast("success"), { ...card("beta", "success"), print: true }), ...anew },
];
