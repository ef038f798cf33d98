import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { headScript, spinnerLimit } from "./headScript.ts";
import { authMark, storageKey } from "./session.ts";

const html = document.documentElement;
const listening: [string, EventListenerOrEventListenerObject][] = [];

function run(script = headScript): void {
  vi.spyOn(globalThis, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => void listening.push([type, listener]),
  );
  // oxlint-disable-next-line no-eval -- it is a script; running it is the test
  globalThis.eval(script);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  listening.length = 0;
  html.removeAttribute(authMark);
  history.replaceState(null, "", "/");
});

describe("the head script of sessions", () => {
  it.each(["/?utm_source=x&code=SUMMER&discount_code=y#beta", "/#confirm=token"])("marks nothing at %s", (address) => {
    history.replaceState(null, "", address);
    run();
    expect(html.hasAttribute(authMark)).toBe(false);
  });

  it.each([
    "/#access_token=a&type=magiclink",
    "/#token_hash%3Dabc%26type%3Dmagiclink",
    "/?error=access_denied&error_code=otp_expired",
  ])("marks the sign-in link %s", (address) => {
    history.replaceState(null, "", address);
    run();
    expect(html.getAttribute(authMark)).toBe("restoring");
  });

  it("marks a stored session, until nothing else takes the mark away", () => {
    localStorage.setItem(storageKey, "{}");
    run();
    vi.advanceTimersByTime(spinnerLimit - 1);
    expect(html.getAttribute(authMark)).toBe("restoring");
    vi.advanceTimersByTime(1);
    expect(html.hasAttribute(authMark)).toBe(false);
  });

  it("does without storage where the browser refuses it", () => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("refused", "SecurityError");
    });
    expect(run).not.toThrow();
  });

  it.each([
    ["#confirm%3DTOKEN", "#confirm=TOKEN"],
    ["#token_hash%3DTOKEN%26type%3Drecovery", "#token_hash=TOKEN&type=recovery"],
    ["#token_hash=TOKEN&type=email", "#token_hash=TOKEN&type=email"],
  ])("decodes what a mail gateway has encoded, on arrival and in an open page: %s", (given, expected) => {
    history.replaceState(null, "", `/?ref=mail${given}`);
    run();
    expect(location.search + location.hash).toBe(`?ref=mail${expected}`);
    history.replaceState(null, "", `/${given}`);
    for (const [type, listener] of listening)
      if (type === "hashchange" && typeof listener === "function") listener(new Event(type));
    expect(location.hash).toBe(expected);
  });
});

describe("a page whose hosted backend takes forms from another origin only", () => {
  /** Where the script leads from a host, once and once more. */
  async function leads(host: string, settings: Record<string, string>): Promise<string[]> {
    vi.resetModules();
    for (const [key, value] of Object.entries(settings)) vi.stubEnv(key, value);
    const { headScript: script } = await import("./headScript.ts");
    const led: string[] = [];
    const place = {
      pathname: "/promo/",
      search: "?ref=mail",
      hash: "#confirm=token",
      replace: (to: string) => led.push(to),
    };
    vi.stubGlobal("location", { ...place, hostname: host, origin: `https://${host}` });
    run(script);
    run(script);
    return led;
  }
  const hosted = { PUBLIC_SUPABASE_URL: "https://x.supabase.co", PUBLIC_SITE_URL: "https://keelbook.example" };

  it("leads there with path, query and fragment, once", async () => {
    expect(await leads("www.keelbook.example", hosted)).toEqual([
      "https://keelbook.example/promo/?ref=mail#confirm=token",
    ]);
  });

  it.each([
    ["at that origin", "keelbook.example", hosted],
    ["on a developer's machine", "localhost", hosted],
    ["with a backend of its own", "www.keelbook.example", { ...hosted, PUBLIC_SUPABASE_URL: "" }],
  ])("stays %s", async (_where, host, settings) => {
    expect(await leads(host, settings)).toEqual([]);
  });
});
