import { describe, expect, it, vi } from "vitest";
import { createForms } from "../../server/app.ts";
import { createAltcha } from "../../server/captcha/altcha.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { emptyMemory } from "../../server/store/store.ts";
import { createMemoryStore } from "../../server/store/memory.ts";
import { captchaSecret, mintCaptcha, siteOrigin } from "../support/backend.ts";

describe("the sender of mails", () => {
  const woken = vi.fn();
  const store = createMemoryStore(emptyMemory());
  const forms = createForms({
    store,
    captcha: createAltcha({ secret: captchaSecret, store, clock: () => new Date() }),
    siteUrl: siteOrigin,
    secret: captchaSecret,
    rateLimit: { burst: 2, secondsPerRequest: 900 },
    mailQueued: woken,
  });
  /** The status of a POST, and how often it woke the sender. */
  const post = async (body: unknown, path = "/waitlist") => {
    woken.mockClear();
    const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const { status } = await forms.request(`${formsBasePath}${path}`, request, { clientAddress: "192.0.2.1" });
    return [status, woken.mock.calls.length];
  };
  const email = "ada@example.com";

  it("is woken by a join, also a repeated one, and not by a refused request", async () => {
    expect(await post({})).toEqual([422, 0]);
    expect(await post("no form", "/beta")).toEqual([422, 0]);
    expect(await post({ email, captcha: "x" })).toEqual([403, 0]);
    expect(await post({ email, captcha: await mintCaptcha() })).toEqual([201, 1]);
    // A person who has not confirmed yet is asked once more.
    expect(await post({ email, captcha: await mintCaptcha() })).toEqual([409, 1]);
    expect(await post({ email, captcha: await mintCaptcha() })).toEqual([429, 0]);
  });

  it("is woken when it is unknown whether a mail was added", async () => {
    vi.spyOn(store, "submit").mockRejectedValueOnce(new Error("lost"));
    expect(await post({ email, captcha: await mintCaptcha() })).toEqual([500, 1]);
  });
});
