import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { palette } from "../../server/contract/palette.ts";
import { messageParameters } from "../../server/mail/messages/parameters.ts";
import { copySources } from "../support/copySources.ts";
import { type DevServer, startDevServer } from "./devServer.ts";
import { waitlistForm } from "./forms.ts";
import { expect, test } from "./site.ts";

// All tests share one dev server of a copy of the project, whose files they change.
test.describe.configure({ mode: "default" });

let folder = "";
let server: DevServer;

test.beforeAll(async () => {
  folder = await copySources();
  server = await startDevServer([], {}, folder);
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Changes a file of the project, and returns a function that repairs it. */
async function change(file: string, from: string, to: string): Promise<() => Promise<void>> {
  const path = join(folder, file);
  const content = await readFile(path, "utf8");
  expect(content).toContain(from);
  await writeFile(
    path,
    content.replace(from, () => to),
  );
  return () => writeFile(path, content);
}

const typed = "ada@example.com";
const field = (page: Page) => waitlistForm(page).getByLabel("Email");
const overlay = (page: Page) => page.locator("vite-error-overlay");

/** Opens the page and types into a form that works. */
async function openAndType(page: Page): Promise<void> {
  await page.goto(`${server.url}/#waitlist`);
  await expect(waitlistForm(page)).toHaveAttribute("data-live", "react");
  await field(page).fill(typed);
}

/** Waits until the form works again and has what was typed. */
async function recovered(page: Page): Promise<void> {
  // A repair may load the page again, and so remove the form that is to be scrolled to.
  await expect(async () => {
    await waitlistForm(page).scrollIntoViewIfNeeded({ timeout: 1000 });
    await expect(waitlistForm(page)).toHaveAttribute("data-live", "react", { timeout: 1000 });
  }).toPass();
  await expect(field(page)).toHaveValue(typed);
}

/** Writes a colour as browsers do. */
const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)).join(", ")})`;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const styleOf = (page: Page, selector: string, property: string) => () =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test("a class, a token and a style reach the open page, and a word and a contract keep what was typed in it", async ({
  page,
}) => {
  await openAndType(page);
  await page.evaluate(() => (document.title = "not loaded again"));
  await change("components/forms/Form.tsx", 'className="grid gap-5', 'className="rotate-7 grid gap-5');
  await expect.poll(styleOf(page, "#waitlist form", "rotate")).toBe("7deg");
  await change("components/tokens.css", "--radius-lg: 0.5rem", "--radius-lg: 11px");
  await expect.poll(styleOf(page, "#waitlist form button", "border-radius")).toBe("11px");
  await change("components/styles.css", "text-wrap: balance;", "text-wrap: balance; letter-spacing: 3px;");
  await expect.poll(styleOf(page, "h1", "letter-spacing")).toBe("3px");
  await expect(page).toHaveTitle("not loaded again");
  await change("components/copy/waitlist.ts", "Join Waitlist", "Join the List");
  await expect(waitlistForm(page).getByRole("button")).toHaveText("Join the List");
  await expect(field(page)).toHaveValue(typed);
  await change("components/landing/Hero.tsx", "{headline}", "{headline}!");
  await expect(heading(page)).toHaveText(/!$/u);
  await expect(field(page)).toHaveValue(typed);
});

test("an error in a route of the backend is in the panel, the console and the terminal, where it is in the source", async ({
  page,
}) => {
  const repair = await change(
    "server/forms/waitlist.ts",
    "const known =",
    'throw new TypeError("no route");\n    const known =',
  );
  const heard: string[] = [];
  page.on("console", (message) => heard.push(message.text()));
  await openAndType(page);
  await waitlistForm(page).getByRole("button").click();
  await expect(page.locator("#offline-panel").getByRole("alert")).toHaveText("no route");
  expect(heard.join("\n")).toContain("TypeError: no route");
  await expect.poll(server.output).toMatch(/TypeError: no route\n.*server\/forms\/waitlist\.ts:28/u);
  await repair();
});

test("an error while the server renders, or in the syntax, has an overlay with its place until the code is repaired", async ({
  page,
}) => {
  await openAndType(page);
  for (const [file, from, to, where] of [
    ["components/landing/Hero.tsx", "const {", 'if (site) throw new TypeError("no hero");\n  const {', "no hero"],
    ["components/copy/waitlist.ts", 'title: "Get an email', 'title; "Get an email', "title;"],
  ] as const) {
    const repair = await change(file, from, to);
    const [before = ""] = (await readFile(join(folder, file), "utf8")).split(where);
    const place = overlay(page)
      .getByText(`${file}:${before.split("\n").length}:`)
      .first();
    await expect(place).toBeVisible();
    // On a busy machine the open page once had another colour than the source.
    expect((await page.reload())?.status()).toBe(500);
    await expect(place).toBeVisible();
    // The overlay would print the colours of a terminal as they are.
    await expect(overlay(page).getByText("\u001B")).toHaveCount(0);
    await repair();
    await expect(overlay(page)).toHaveCount(0);
    await expect(heading(page)).toBeVisible();
    await recovered(page);
  }
});

const throwing = [
  "components/forms/Form.tsx",
  "const state =",
  'if (definition) throw new TypeError("no form");\n  const state =',
] as const;
for (const [what, open, loaded, place] of [
  [
    "a style with an unclosed brace, or with an @apply of an unknown class,",
    ["components/styles.css", "@layer base {", "@layer base {{"],
    ["components/styles.css", "@apply mx-auto", "@apply mx-autoo"],
    // Tailwind names the line of a brace, and the unknown class.
    /styles\.css\?direct:\d+:\d+|`mx-autoo`/u,
  ],
  ["a form that throws", throwing, throwing, /components\/forms\/Form\.tsx:27:/u],
] as const)
  test(`${what} has an overlay with its place, in the open page and in one that is loaded then, and both recover by themselves`, async ({
    page,
  }) => {
    await openAndType(page);
    for (const [[file, from, to], load] of [
      [open, async () => undefined],
      [loaded, () => page.reload()],
    ] as const) {
      const repair = await change(file, from, to);
      await expect(overlay(page).locator(".message, .stack").filter({ hasText: place }).first()).toBeVisible();
      await load();
      await expect(overlay(page).locator(".message, .stack").filter({ hasText: place }).first()).toBeVisible();
      await repair();
      await expect(overlay(page)).toHaveCount(0);
      await expect(page.locator("#waitlist form")).toHaveCSS("display", "grid");
      await recovered(page);
    }
  });

test("all mails are shown, in light, in dark and as text, and again when one is saved", async ({ page }) => {
  await expect.poll(server.output).toMatch(/Mails: .*Backend: .*panel in its corner/su);
  const [, mails = ""] = /Mails:\s+(\S+)/u.exec(server.output()) ?? [];
  await page.goto(mails);
  const mail = page.locator("#waitlist-confirmation");
  await mail.scrollIntoViewIfNeeded();
  for (const [name, color] of [
    ["light", palette.light.paper],
    ["dark", palette.dark.paper],
  ] as const) {
    const body = mail.frameLocator(`iframe[title=${name}]`).locator("body");
    await expect(body).toHaveCSS("background-color", rgb(color));
  }
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(Object.keys(messageParameters).length);
  await change("components/copy/mails.ts", "Confirm my address", "Yes, confirm my address");
  await expect(mail.locator("pre")).toContainText("Yes, confirm my address");
  await expect(mail.frameLocator("iframe[title=dark]").getByText("Yes, confirm my address")).toBeVisible();
});

test("the desk's page and its modules are served, with made-up people", async () => {
  // This is checked in the project, because the copy has no command line.
  const desk = await startDevServer(["--desk"]);
  try {
    expect(await (await fetch(desk.url)).text()).toContain("main.tsx");
    expect(await (await fetch(`${desk.url}/api.ts`)).text()).toContain("DeskError");
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body: '{"order":"newest"}' };
    expect(await (await fetch(`${desk.url}/api/people`, asked)).json()).toHaveProperty("people.49.email");
  } finally {
    await desk.stop();
  }
  expect((await readdir(tmpdir())).filter((name) => name === `keelbook-desk-${desk.pid}`)).toEqual([]);
});

test("a call of an API that no mock answers is refused in one line", async () => {
  const answer = await fetch(`${server.url}/rest/v1/none`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("docs/offline.md")]);
  expect(server.output()).not.toContain("/rest/v1/none");
});
