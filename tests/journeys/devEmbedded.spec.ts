import { chmod, mkdtemp, readFile, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyFolder } from "../support/dataFolders.ts";
import { type DevServer, startDevServer } from "./devServer.ts";
import { solveCaptcha, waitlistForm } from "./forms.ts";
import { expect, freshAddress, test } from "./site.ts";

/** Counts how often the dev server has printed that its stack is up. */
const starts = (server: DevServer) => server.output().match(/embedded stack is up/gu)?.length ?? 0;

/**
 * Reads with which settings the other dev server's bundles were made. They must stay, as both servers may run
 * at the same time.
 */
const bundler = async () => {
  const metadata = await readFile("node_modules/.vite/deps/_metadata.json", "utf8").catch(() => "");
  return /"configHash": "(\w+)"/u.exec(metadata)?.[1] ?? "";
};

test("npm run dev -- --backend=embedded runs the page on the real stack, and a change of its code restarts it", async ({
  page,
}) => {
  const parent = await mkdtemp(join(tmpdir(), "keelbook-dev-"));
  await chmod(parent, 0o755);
  // Its modules and database are loaded anew, which takes minutes on a busy machine.
  test.setTimeout(600_000);
  const slow = { timeout: 200_000 };
  await expect.poll(bundler).toMatch(/./u);
  const before = await bundler();
  const dataFolder = join(parent, "data");
  await copyFolder(process.env.PREPARED_FOLDER ?? "", dataFolder);
  // Every setting may have blanks around it.
  const server = await startDevServer(["--backend=embedded"], { DATA_FOLDER: ` ${dataFolder} ` });
  try {
    await expect.poll(() => starts(server), slow).toBe(1);
    expect(server.output()).toContain(`, its data in ${dataFolder}\n`);
    await page.goto(`${server.url}/#waitlist`);
    await expect(page.locator("#offline-panel")).toHaveCount(0);
    const form = waitlistForm(page);
    await expect(form).toHaveAttribute("data-live", "react");
    await form.getByLabel("Email").fill(freshAddress());
    await solveCaptcha(form);
    await form.getByRole("button", { name: "Join Waitlist" }).click();
    await expect(page.getByRole("heading", { name: "Thanks for joining our waitlist!" })).toBeVisible();
    expect(await bundler()).toBe(before);

    const now = new Date();
    // The change is not in a module of the offline page, which the other dev server would reload in the middle
    // of its journeys.
    await utimes("server/embedded/stack/stack.ts", now, now);
    await expect.poll(() => starts(server), slow).toBe(2);
    expect((await fetch(`${server.url}/functions/v1/forms/health`)).status).toBe(200);
  } finally {
    await server.stop();
    // PostgreSQL may still be writing when the dev server has ended.
    await rm(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});
