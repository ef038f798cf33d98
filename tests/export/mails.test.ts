import { afterAll, describe, expect, it } from "vitest";
import { renderMessage } from "../../server/mail/messages/render.ts";
import { renderUpdate } from "../../server/mail/messages/renderUpdate.ts";
import { openChromium } from "../support/chromium.ts";
import { contrast } from "../support/contrast.ts";
import { sampleParameters } from "../support/sampleParameters.ts";

/** Turns a computed colour, such as `rgb(11, 39, 48)`, into #rrggbb. */
const hexOf = (color: string): string =>
  `#${(color.match(/\d+/gu) ?? [])
    .slice(0, 3)
    .map((value) => Number(value).toString(16).padStart(2, "0"))
    .join("")}`;

const browser = await openChromium();
const page = await browser.newPage();
afterAll(() => browser.close());

/** Reads every text with its colour and its background's, and the height of each button. */
const measure = () =>
  page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    texts: [...document.querySelectorAll("h1, h2, p, li, td, a, strong, span, blockquote")]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .map((element) => {
        let back: Element | null = element;
        while (back && getComputedStyle(back).backgroundColor === "rgba(0, 0, 0, 0)") back = back.parentElement;
        return {
          text: element.textContent ?? "",
          color: getComputedStyle(element).color,
          background: back ? getComputedStyle(back).backgroundColor : "rgb(255, 255, 255)",
        };
      }),
    buttons: [...document.querySelectorAll("h1 ~ a")].map((button) => button.getBoundingClientRect().height),
  }));

/** One of these mails has a button, one an operator's text, and one comes from the auth service. */
describe.each(["waitlist-confirmation", "update", "magiclink"] as const)("the mail %s", (kind) => {
  it.each(["light", "dark"] as const)("fits a phone and is legible, %s", async (colorScheme) => {
    await page.setContent(renderMessage(kind, sampleParameters[kind]).html);
    await page.setViewportSize({ width: 320, height: 400 });
    await page.emulateMedia({ colorScheme });
    const { scrollWidth, texts, buttons } = await measure();
    expect(scrollWidth).toBe(320);
    // A thumb can hit them.
    expect(buttons.filter((height) => height < 44)).toEqual([]);
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter(({ color, background }) => contrast(hexOf(color), hexOf(background)) < 4.5)).toEqual([]);
  });
});

it("fits a phone, however long the words and addresses of an update are", async () => {
  const long = "x".repeat(100);
  const update = renderUpdate(
    `# ${long}\n\n<https://keelbook.example/${long}> \`${long}\`\n\n- ${long}\n\n> ${long}\n`,
  );
  await page.setViewportSize({ width: 320, height: 400 });
  await page.setContent(renderMessage("update", { ...sampleParameters.update, ...update, imprint: long }).html);
  expect((await measure()).scrollWidth).toBe(320);
});

it("keeps the figures of a digest apart and its commands whole on the narrowest phone", async () => {
  await page.setViewportSize({ width: 320, height: 400 });
  await page.setContent(renderMessage("operator-digest", sampleParameters["operator-digest"]).html);
  const { gaps, lines } = await page.evaluate(() => {
    const boxes = (element: Element | null) => {
      const range = document.createRange();
      if (element) range.selectNodeContents(element);
      return [...range.getClientRects()];
    };
    const gap = (cell: Element) =>
      Math.min(...boxes(cell).map(({ left }) => left)) -
      Math.max(...boxes(cell.previousElementSibling).map(({ right }) => right));
    return {
      gaps: [...document.querySelectorAll("td.edge + td.edge")].map(gap).filter(Number.isFinite),
      lines: [...document.querySelectorAll("code")].map((command) => boxes(command).length),
    };
  });
  expect(gaps.length).toBeGreaterThan(10);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12);
  expect(lines).toEqual([1, 1]);
  expect((await measure()).scrollWidth).toBe(320);
});
