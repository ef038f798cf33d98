import { afterAll, beforeAll, describe, TestRunner } from "vitest";
import { describeContract } from "../contract/suite.ts";
import { type Backend, type BackendOptions, captchaSecret, siteOrigin } from "../support/backend.ts";
import { bootFunction, type DeployedFunction, type Upload, uploadFunction } from "./support/deployedFunction.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";
import { findSupabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();

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
});
