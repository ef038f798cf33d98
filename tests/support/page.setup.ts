import { configure } from "@testing-library/react";
import { vi } from "vitest";
import { nearest } from "./nearest.ts";

// A file's modules are its own, so that those it replaces (`vi.mock`) are nobody else's; packages stay loaded.
vi.resetModules();
// Nor is the page that another file left.
document.body.replaceChildren();

/** What an element is found by: its own texts, its label and its value. */
const foundBy = (element: Element): string[] => [
  ...Array.from(element.childNodes, ({ nodeType, nodeValue }) =>
    nodeType === Node.TEXT_NODE ? (nodeValue ?? "") : "",
  ),
  element.getAttribute("aria-label") ?? "",
  element.getAttribute("value") ?? "",
];

configure({
  // On a busy machine, code that is loaded when it is needed comes seconds later.
  asyncUtilTimeout: 30_000,
  // In place of all that is in the page.
  getElementError(message, container) {
    const [asked = ""] = (message ?? "").split("\n");
    // Without the library's own words.
    const text = asked.replace(/^.* (?:name|text:|of:|value:) /u, "");
    const there = nearest(text, [...container.querySelectorAll("*")].flatMap(foundBy));
    return Object.assign(new Error(`${asked}\nThe nearest that is there: “${there}”`), {
      name: "TestingLibraryElementError",
    });
  },
});
