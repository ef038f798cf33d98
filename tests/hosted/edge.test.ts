import { afterAll, beforeAll, describe, expect, it, TestRunner } from "vitest";

import { describeContract } from "../contract/suite.ts";
import { type Backend, type BackendOptions, captchaSecret, mintCaptcha, siteOrigin } from "../support/backend.ts";
import { bootFunction, type DeployedFunction, type Upload, uploadFunction } from "./support/deployedFunction.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";
import { findSupabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();

/** Processor time a hosted function may use for one request, in ms (https://supabase.com/docs/guides/functions/limits). */
const processorLimit = 2000;

/** An address from the documentation block (RFC 3849), each in a different /64: a new visitor. */
let visitors = 0;
const newVisitor = () => `2001:db8:0:${(++visitors).toString(16)}::1`;

/** The bundle that `functions deploy` uploads, in Deno, with a hosted project's environment, on genuine PostgREST. */
describe.skipIf(program === undefined || skipReason)("the deployed function", () => {
  let upload: Upload;
  beforeAll(async () => {
    upload = await uploadFunction(program ?? "");
  });
  afterAll(() => upload.remove());

  const boot = async (backend: Awaited<ReturnType<typeof startHostedBackend>>): Promise<DeployedFunction> =>
    bootFunction(upload, {
      SUPABASE_URL: backend.origin,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secretKey }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: "sb_publishable_x" }),
      SITE_URL: siteOrigin,
      FORMS_SECRET: captchaSecret,
    });

  const startDeployed = async (options?: BackendOptions): Promise<Backend> => {
    // A deployed function accepts neither a test's mail provider nor its limits.
    if (options) TestRunner.getCurrentTest()?.context.skip("needs a backend with options of its own");
    const backend = await startHostedBackend();
    const deployed = await boot(backend);
    return {
      ...backend,
      request: (path, init) => {
        const headers = new Headers(init?.headers);
        headers.set("cf-connecting-ip", newVisitor());
        return fetch(`${deployed.url}${path}`, { ...init, headers });
      },
      stop: async () => {
        await deployed.stop();
        await backend.stop();
      },
    };
  };
  describeContract("the deployed function", startDeployed, { guarded: false });

  it("stays far below hosted's limit of processor time", async () => {
    const backend = await startHostedBackend();
    const deployed = await boot(backend);
    const coldStart = deployed.processorTime();
    const joins = 20;
    for (let n = 0; n < joins; n++) {
      const answer = await fetch(`${deployed.url}/waitlist`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: siteOrigin, "cf-connecting-ip": newVisitor() },
        body: JSON.stringify({ email: `person-${n}@example.com`, captcha: await mintCaptcha() }),
      });
      expect(answer.status).toBe(201);
    }
    const each = (deployed.processorTime() - coldStart) / joins;
    await deployed.stop();
    await backend.stop();
    expect(coldStart).toBeLessThan(processorLimit);
    expect(each).toBeLessThan(processorLimit / 10);
  });
});
