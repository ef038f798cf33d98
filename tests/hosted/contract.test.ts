import { describe, expect, it } from "vitest";
import { describeContract } from "../contract/suite.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

describe.skipIf(skipReason)("on genuine parts", () => {
  describeContract("PostgREST", startHostedBackend, { guarded: false });

  it("runs with a pre-request function", async () => {
    const project = await startHostedBackend();
    const ask = (headers: Record<string, string>) =>
      project.service("/rest/v1/waitlist?select=email&limit=1", { headers: { apikey: project.secretKey, ...headers } });
    const [answered, refused] = [await ask({}), await ask({ "x-client-info": "refused" })];
    await project.stop();
    expect(answered.status).toBe(200);
    expect(answered.headers.get("x-request-checked")).toBe("yes");
    expect(refused.status).toBe(403);
  });
});
