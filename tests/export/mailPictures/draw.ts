import type { Browser, Page } from "@playwright/test";
import { display, sans } from "../../../components/mails/look.ts";
import { isMessageKind, type MessageKind, messageParameters } from "../../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { sampleParameters } from "../../support/sampleParameters.ts";
import { fontsOf } from "../../support/pictures/fonts.ts";

/** The fonts of the mails on this machine, as `fontsOf` has it. */
export const fonts = (browser: Browser): Promise<string> => fontsOf(browser, [sans, display]);

/** Every mail. */
export const kinds = Object.keys(messageParameters).filter(isMessageKind);

/** A mail at both widths and in both colour schemes; `name` is its picture's. */
export const viewsOf = (kind: MessageKind) =>
  [640, 320].flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      width,
      colorScheme,
      name: `${kind}-${width}-${colorScheme}`,
    })),
  );

/** What was measured on a view. */
export interface Drawing {
  /** Width of the scrollable area. */
  scrollWidth: number;
  /** Every piece of text with its colour and its background's, as `rgb(…)`. */
  texts: { text: string; color: string; background: string }[];
  /** Size of each button. */
  buttons: { width: number; height: number }[];
}

/** What is done with each view that is shown; without it no picture is taken. */
type Keep = (name: string, take: () => Promise<Uint8Array>) => Promise<void>;

/** Shows the views of a mail, and measures them, by their names, like a mail program that supports colour schemes. */
export async function draw(
  page: Page,
  kind: MessageKind,
  keep: Keep = async () => undefined,
): Promise<ReadonlyMap<string, Drawing>> {
  await page.setContent(renderMessage(kind, sampleParameters[kind]).html);
  const drawings = new Map<string, Drawing>();
  for (const { width, colorScheme, name } of viewsOf(kind)) {
    await page.setViewportSize({ width, height: 400 });
    await page.emulateMedia({ colorScheme });
    drawings.set(name, await measure(page));
    await keep(name, () => page.screenshot({ fullPage: true }));
  }
  return drawings;
}

const measure = (page: Page): Promise<Drawing> =>
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
    buttons: [...document.querySelectorAll("h1 ~ a")].map((button) => {
      const { width: buttonWidth, height } = button.getBoundingClientRect();
      return { width: buttonWidth, height };
    }),
  }));
