import { expect, type Locator, type Page } from "@playwright/test";

export const waitlistForm = (page: Page): Locator => page.locator("#waitlist form");
export const betaForm = (page: Page): Locator => page.locator("#beta form");

export async function solveCaptcha(form: Locator): Promise<void> {
  const box = form.getByRole("checkbox", { name: "I’m not a robot" });
  await box.check();
  await expect(box).not.toHaveAttribute("aria-busy", "true");
}

/** Fills in every field of the beta form. */
export async function fillBeta(form: Locator, email: string): Promise<void> {
  await form.getByLabel("Name").fill("Ada Lovelace");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Company").fill("Analytical Engines");
  await form.getByLabel("Role").selectOption("other");
  await form.getByLabel("Why").fill("My invoices are late.\nAll of them.");
}

/** Finds a toast by its title; destructive ones are alerts, the others polite. */
export async function expectToast(
  page: Page,
  role: "alert" | "status",
  title: string,
  text: string | RegExp,
): Promise<void> {
  const region = page.locator(`[data-tone][role=${role}]`);
  await expect(region.getByText(title, { exact: true })).toBeVisible();
  await expect(region.getByText(text, { exact: true }).first()).toBeVisible();
}

/**
 * Waits until the middle and the corners of each of these that is on the screen are free of the navigation and
 * of toasts.
 */
export async function expectUncovered(parts: Locator): Promise<void> {
  const covered = () =>
    parts.evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const places = [
            [(left + right) / 2, (top + bottom) / 2],
            [left + 2, top + 2],
            [right - 2, bottom - 2],
          ] as const;
          return places.some(([x, y]) => {
            const there = document.elementFromPoint(x, y);
            return there?.closest("header, [data-toaster]") && !element.contains(there);
          });
        })
        .map(({ textContent }) => textContent),
    );
  await expect.poll(covered).toEqual([]);
}
