import { captchaSecret, mintCaptcha, siteOrigin } from "../support/backend.ts";
import { bootFunction, uploadFunction } from "../hosted/support/deployedFunction.ts";
import { startHostedBackend } from "../hosted/support/hostedBackend.ts";
import { startHostedCluster } from "../hosted/support/hostedCluster.ts";
import { findSupabaseCli } from "../hosted/support/supabaseCli.ts";
import { type Limit, limitLine } from "./support/limits.ts";
import { best } from "./support/statistics.ts";

// The form backend as `functions deploy` uploads it, in Deno on genuine PostgREST. A hosted function has 2 s of processor
// time a request and 256 MB (https://supabase.com/docs/guides/functions/limits); Deno here is not that service's own build.

const joins = 200;

/** Largest upload, in KB: mails rendered ahead are a third of it, and a renderer, which stays out of it (0125), would add 235 or more. */
const mostUploaded = 400;

const program = findSupabaseCli();
if (program === undefined) throw new Error("No package carries the Supabase CLI for this platform.");
const upload = await uploadFunction(program);
const cluster = await startHostedCluster();
const project = await startHostedBackend({ clusterUrl: cluster.url });
const boot = () =>
  bootFunction(upload, {
    SUPABASE_URL: project.origin,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: project.secretKey }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: "sb_publishable_x" }),
    SITE_URL: siteOrigin,
    FORMS_SECRET: captchaSecret,
  });
const timedBoot = async () => {
  const started = performance.now();
  const deployed = await boot();
  const figures = { wall: performance.now() - started, processor: deployed.processorTime() };
  await deployed.stop();
  return figures;
};

/** Processor time of one request to a warm function, in ms. */
async function perRequest(
  send: (url: string, n: number) => Promise<Response>,
): Promise<{ each: number; peak: number }> {
  const deployed = await boot();
  const before = deployed.processorTime();
  for (let n = 0; n < joins; n++) {
    const answer = await send(deployed.url, n);
    if (!answer.ok) throw new Error(`A request was answered ${answer.status}.`);
    await answer.arrayBuffer();
  }
  const figures = { each: (deployed.processorTime() - before) / joins, peak: deployed.peakMemory() };
  await deployed.stop();
  return figures;
}

try {
  await timedBoot();
  const [wall, processor] = [
    await best(3, async () => (await timedBoot()).wall),
    await best(3, async () => (await timedBoot()).processor),
  ];
  const join = await perRequest(async (url, n) =>
    fetch(`${url}/waitlist`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: siteOrigin,
        "cf-connecting-ip": `2001:db8:0:${n.toString(16)}::1`,
      },
      body: JSON.stringify({ email: `person-${n}@example.com`, captcha: await mintCaptcha() }),
    }),
  );
  const challenge = await perRequest((url, n) =>
    fetch(`${url}/captcha`, { headers: { origin: siteOrigin, "cf-connecting-ip": `2001:db8:1:${n.toString(16)}::1` } }),
  );
  const limits: Limit[] = [
    { name: "upload, in KB, without the packages it imports", value: upload.bytes / 1000, most: mostUploaded },
    { name: "cold start to the first answer, a query included, in ms", value: wall, most: 2000 },
    { name: "… its processor time, in ms", value: processor, most: 1000 },
    { name: "processor time of a join, in ms", value: join.each, most: 50 },
    { name: "processor time of a captcha's challenge, in ms", value: challenge.each, most: 50 },
    { name: "peak memory, Deno's own included, in MiB", value: Math.max(join.peak, challenge.peak), most: 256 },
  ];
  process.stdout.write(`${limits.map(limitLine).join("\n")}\n`);
  if (limits.some(({ value, most }) => most !== undefined && value > most)) process.exitCode = 1;
} finally {
  await project.stop();
  await cluster.stop();
  await upload.remove();
}
