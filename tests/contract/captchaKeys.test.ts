import { expect, it } from "vitest";
import { deriveKey as inPage } from "../../components/forms/captcha/altcha/argon2id.ts";
import { deriveKey as inBackend } from "../../server/captcha/argon2id.ts";
import { workOf } from "../../server/captcha/work.ts";

it("page and backend derive the same keys, although by different libraries", async () => {
  const { cost, memoryCost = 0 } = workOf.ARGON2ID;
  const parameters = { algorithm: "ARGON2ID", cost, memoryCost, keyLength: 32, nonce: "", salt: "", keyPrefix: "" };
  for (let counter = 0; counter < 10; counter++) {
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const password = crypto.getRandomValues(new Uint8Array(20));
    const { derivedKey } = await inBackend(parameters, salt, password);
    expect(await inPage(parameters, salt, password)).toEqual({ derivedKey });
  }
});
