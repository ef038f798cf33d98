import { configure } from "@testing-library/react";
import { vi } from "vitest";
import { nearest } from "./nearest.ts";

// Modules are loaded anew for each file, so that those it replaces (`vi.mock`) affect no other file; packages
// stay loaded.
vi.resetModules();
// The page that another file has left is removed, too.
document.body.replaceChildren();

/** The texts by which an element is found: its direct texts, its label and its value. */
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
  // This replaces the default, which prints all of the page.
  getElementError(message, container) {
    const [asked = ""] = (message ?? "").split("\n");
    // The library's words are left out.
    const text = asked.replace(/^.* (?:name|text:|of:|value:) /u, "");
    const there = nearest(text, [...container.querySelectorAll("*")].flatMap(foundBy));
    return Object.assign(new Error(`${asked}\nThe nearest that is there: “${there}”`), {
      name: "TestingLibraryElementError",
    });
  },
});
