import { deriveKey as pbkdf2 } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";
import { deriveKey as argon2id } from "./argon2id.ts";
import { arrived } from "./arrived.ts";

handler({
  deriveKey: (parameters, ...rest) =>
    parameters.algorithm === "ARGON2ID" ? argon2id(parameters, ...rest) : pbkdf2(parameters, ...rest),
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is for windows
self.postMessage(arrived);
