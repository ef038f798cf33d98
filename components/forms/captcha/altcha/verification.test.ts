import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { solve } from "./solve.ts";
import { Verification, type VerificationState } from "./verification.ts";

vi.mock("./solve.ts", () => ({ solve: vi.fn(), startWorker: () => undefined }));

const network = vi.fn<typeof fetch>();
const away = new TypeError("Failed to fetch");
let states: VerificationState[] = [];
let verification = new Verification();

// A form was sent whose answer was lost.
beforeEach(async () => {
  const parameters = { algorithm: "PBKDF2/SHA-256", nonce: "00", salt: "00", cost: 1, keyLength: 32, keyPrefix: "00" };
  vi.stubGlobal("fetch", network.mockReset());
  network.mockImplementation(async () => Response.json({ parameters, signature: "00" }));
  vi.mocked(solve).mockReset().mockResolvedValueOnce("spent").mockResolvedValue("new");
  verification = new Verification();
  verification.start();
  await verification.token();
  verification.renew();
  states = [];
  verification.listen((state) => states.push(state));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("keeps the tick while the network is away, at each attempt, and has a new token once it is back", async () => {
  network.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  await expect(verification.token()).rejects.toThrow("still no challenge");
  await expect(verification.token()).rejects.toThrow("still no challenge");
  expect(states).toEqual(["verifying", "idle", "verifying", "idle"]);
  expect(await verification.token()).toBe("new");
  expect(states.at(-1)).toBe("verified");
});

it("has one as well if the work began when the visitor went back into a field", async () => {
  network.mockRejectedValueOnce(away);
  await expect(verification.token()).rejects.toThrow("still no challenge");
  verification.prepare();
  await expect.poll(() => states.at(-1)).toBe("verified");
  expect(await verification.token()).toBe("new");
  expect(network).toHaveBeenCalledTimes(3);
});

it("fails as usual where the work itself fails, or once the visitor ticks the box again", async () => {
  vi.mocked(solve).mockReset().mockRejectedValue(new Error("The challenge was not solved."));
  expect(await verification.token()).toBeNull();
  expect(states).toEqual(["verifying", "failed"]);
  network.mockRejectedValue(away);
  verification.start();
  verification.renew();
  verification.stop();
  verification.start();
  expect(await verification.token()).toBeNull();
  expect(states.at(-1)).toBe("failed");
});
