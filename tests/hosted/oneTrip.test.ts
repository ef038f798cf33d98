import { describe, expect, it, onTestFinished } from "vitest";
import { createBackend } from "../../server/backend.ts";
import { createAltcha } from "../../server/captcha/altcha.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { createSupabaseStore } from "../../server/store/supabase.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { application } from "../contract/context.ts";
import { captchaSecret, mintCaptcha, siteOrigin } from "../support/backend.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

describe.skipIf(skipReason)("a submission on a hosted project", () => {
  it("is one HTTP request to it, whatever the outcome", async () => {
    const hosted = await startHostedBackend();
    onTestFinished(() => hosted.stop());
    const trips: string[] = [];
    const store = createSupabaseStore(
      createServiceClient(hosted.origin, hosted.secretKey, {
        ...nodeHost,
        fetch: (input, init) => {
          const request = new Request(input, init);
          trips.push(`${request.method} ${new URL(request.url).pathname}`);
          return fetch(request);
        },
      }),
    );
    const captcha = createAltcha({ secret: captchaSecret, store, clock: () => new Date() });
    const backend = createBackend({ store, captcha, siteUrl: siteOrigin, secret: captchaSecret });
    const send = async (path: string, body: object) => {
      trips.length = 0;
      const answer = await backend.fetch(
        new Request(`http://localhost${formsBasePath}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...body, captcha: await mintCaptcha() }),
        }),
      );
      return [answer.status, ...trips];
    };
    const join = "POST /rest/v1/rpc/join_waitlist";
    expect(await send("/waitlist", { email: "ada@example.com" })).toEqual([201, join]);
    expect(await send("/waitlist", { email: "ada@example.com" })).toEqual([409, join]);
    const submission = { ...application, submissionId: crypto.randomUUID() };
    expect(await send("/beta", submission)).toEqual([201, "POST /rest/v1/rpc/apply_for_beta"]);
    expect(await send("/beta", { ...submission, reason: "Another." })).toEqual([
      422,
      "POST /rest/v1/rpc/apply_for_beta",
    ]);
    expect(await send("/waitlist", { email: "nope" })).toEqual([422]);
  });
});
