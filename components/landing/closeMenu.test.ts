import { beforeEach, expect, it } from "vitest";
import { closeMenu } from "./closeMenu.ts";

const press = (key: string) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
let menu = document.createElement("details");

beforeEach(() => {
  document.body.innerHTML = `<details open><summary>Menu</summary><p>Go to</p><a href="#beta"><b>Beta</b></a></details><input>`;
  menu = document.querySelector("details") ?? menu;
  closeMenu(menu);
});

it("closes when a link in it is followed, and only then", () => {
  menu.querySelector("p")?.click();
  expect(menu.open).toBe(true);
  menu.querySelector("b")?.click();
  expect(menu.open).toBe(false);
});

it("closes by a tap beside it, and only beside it", () => {
  const tap = (selector: string) =>
    document.querySelector(selector)?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  tap("p");
  expect(menu.open).toBe(true);
  tap("input");
  expect(menu.open).toBe(false);
});

it("closes when the focus goes on to what it covers, but not while the window has lost it", () => {
  const link = menu.querySelector("a");
  menu.querySelector("summary")?.focus();
  link?.focus();
  link?.blur();
  expect(menu.open).toBe(true);
  link?.focus();
  document.querySelector("input")?.focus();
  expect(menu.open).toBe(false);
});

it("closes by Escape and gives the focus back to its toggle", () => {
  press("a");
  expect(menu.open).toBe(true);
  press("Escape");
  expect(menu.open).toBe(false);
  expect(document.activeElement).toBe(menu.querySelector("summary"));
});

it("leaves the focus where it is when it was closed already", () => {
  menu.open = false;
  const field = document.querySelector("input");
  field?.focus();
  press("Escape");
  expect(document.activeElement).toBe(field);
});
