import { afterEach, expect, it } from "vitest";
import { welcomeWhoSignsIn } from "./greet.tsx";
import { setSignedInUser } from "./user.ts";

afterEach(() => {
  setSignedInUser(null);
  document.body.replaceChildren();
});

it("renames the navigation's link while somebody is signed in, and no other", () => {
  const link = '<a href="#sign-in">Sign in</a>';
  document.body.innerHTML = `<header><nav>${link}</nav></header><p>${link.replace("</a>", " to see our answer</a>")}</p>`;
  const links = () => [...document.querySelectorAll("a")].map((one) => [one.getAttribute("href"), one.textContent]);
  const before = links();
  welcomeWhoSignsIn();
  setSignedInUser("ada@example.com");
  expect(links()).toEqual([["#welcome", "Account"], before[1]]);
  setSignedInUser(null);
  expect(links()).toEqual(before);
});
