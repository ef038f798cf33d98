import { expect, it, vi } from "vitest";
import { forApplicants, type SignInToken } from "./prepare.ts";

it("gets sign-in links for applicants only, as for anybody else the auth service would create an account", async () => {
  const token: SignInToken = { token: "t".repeat(40), tokenType: "magiclink" };
  const get = vi.fn(async () => token);
  const hasApplied = async (email: string) => {
    if (email === "down@example.com") throw new Error("no answer");
    return email === "ada@example.com";
  };
  const tokenFor = forApplicants({ hasApplied }, get);
  expect(await tokenFor("ada@example.com")).toBe(token);
  await expect(tokenFor("erased@example.com")).rejects.toMatchObject({ code: "no_application" });
  // The mail is tried again like one that was refused.
  await expect(tokenFor("down@example.com")).rejects.toMatchObject({ failure: "refused", code: "store_unavailable" });
  expect(get).toHaveBeenCalledTimes(1);
});
