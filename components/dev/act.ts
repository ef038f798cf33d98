import type { Scenario } from "../../server/mocks/scenarios.ts";

/** Waits for an element, as forms and dialogs are fetched late. */
const found = <E extends Element>(selector: string): Promise<E> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true });
    look();
    function look(): void {
      const element = document.querySelector<E>(selector);
      if (!element) return;
      observer.disconnect();
      resolve(element);
    }
  });

/** What a visitor types, by the names of the controls. */
const typed = { name: "Ada Lovelace", email: "new@example.com", role: "other", reason: "Late payers." };

async function submit(form: HTMLFormElement, { captcha }: Scenario): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLElement && "value" in control)) continue;
    control.value = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const [, solved] = form.querySelectorAll<HTMLInputElement>("[id$=-captcha] input");
  if (captcha === "solved") solved?.click();
  // The form is sent only after React has rendered the input.
  await new Promise((rendered) => setTimeout(rendered));
  form.requestSubmit();
}

async function send(island: string, scenario: Scenario): Promise<void> {
  document.querySelector(island)?.scrollIntoView();
  await submit(await found<HTMLFormElement>(`${island} form[data-live=react]`), scenario);
}

const follow = (link: string) => async () => {
  location.hash = `${link}=of-a-made-up-mail`;
  (await found<HTMLButtonElement>("dialog[open] > div button")).click();
};

/** Acts like a visitor, so that the page shows what a scenario is about. */
export const acts: Record<Scenario["act"], (scenario: Scenario) => Promise<void>> = {
  look: async () => undefined,
  join: (scenario) => send("#waitlist", scenario),
  async answer(scenario) {
    await send("#waitlist", scenario);
    (await found<HTMLLabelElement>("#waitlist fieldset:not([id$=-captcha]) label")).click();
  },
  apply: (scenario) => send("#beta", scenario),
  async signIn(scenario) {
    location.hash = "sign-in";
    await submit(await found<HTMLFormElement>("dialog[open] form"), scenario);
  },
  place: async () => void (location.hash = "place=of-a-made-up-mail.leaves"),
  comeBack: async () => document.querySelector("#waitlist")?.scrollIntoView(),
  confirm: follow("confirm"),
  unsubscribe: follow("unsubscribe"),
};
