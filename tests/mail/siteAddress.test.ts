import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { beforeAll, describe, expect, it } from "vitest";
import { cli, scratchFolder } from "../cli/terminal.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";

const hostedAway = {
  SUPABASE_URL: "http://127.0.0.1:9",
  SUPABASE_SECRET_KEY: "sb_secret_of_a_test_that_is_long_enough",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "hello@keelbook.example",
};

describe("an address of the site that is none", () => {
  it.each([
    ["mail", "send"],
    ["mail", "preview", "signup"],
    ["mail", "test", "me@example.com"],
    ["notify", "launch"],
  ])("is named by %s %s, before any mail is lost to it", async (...argv) => {
    expect(await cli(argv, { env: { ...hostedAway, SITE_URL: "keelbook.example" } })).toEqual({
      code: 3,
      out: "",
      err: "error: SITE_URL must be a URL, such as https://example.com.\n",
    });
  });
});

describe("a mail by a stack that mail send has started", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    await prepareDataFolder(join(folder, ".data"));
    return scratch.remove;
  });

  it.each([
    [
      "the public address",
      { SITE_URL: "https://keelbook.example/promo/" },
      "https://keelbook.example/promo/#",
      "https://keelbook.example",
    ],
    ["where npm start listens", { PORT: "8080" }, "http://localhost:8080/#", "http://localhost:8080"],
    ["on which interface it does", { HOST: "::1" }, "http://[::1]:4173/#", "http://[::1]:4173"],
  ])("links to %s", async (name, env, page, origin) => {
    const email = `${name.replaceAll(" ", "")}@example.com`;
    const input = `email,confirmed_at\n${email},2026-05-04T00:00:00Z\n`;
    expect(await cli(["import", "waitlist", "-"], { folder, input })).toMatchObject({ code: 0 });
    const { err } = await cli(["notify", "launch", "--dry-run"], { folder, env });
    expect(err.includes("files in the inbox, which nobody gets, and the people count as told")).toBe("SITE_URL" in env);
    expect(await cli(["notify", "launch", "--yes"], { folder })).toMatchObject({ code: 0 });
    expect(await cli(["mail", "send"], { folder, env })).toMatchObject({ code: 0 });
    const inbox = join(folder, ".data/inbox");
    const files = await Promise.all((await readdir(inbox)).map((file) => readFile(join(inbox, file))));
    const mails = await Promise.all(files.map((file) => PostalMime.parse(file)));
    const mail = mails.find(({ to }) => to?.[0]?.address === email);
    expect(mail?.text).toContain(`${page}unsubscribe=`);
    expect(mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value).toContain(
      `<${origin}/functions/v1/forms/unsubscribe?token=`,
    );
  });
});
