import { join } from "node:path";
import { expect, it } from "vitest";
import { cli, scratchFolder } from "../cli/terminal.ts";
import { prepareDataFolder } from "../support/preparedFolder.ts";
import { startSmtpServer } from "./support/smtpServer.ts";

it("mail send says which mails an embedded stack could not send", async () => {
  const { folder, remove } = await scratchFolder();
  const server = await startSmtpServer({
    onRcptTo({ address }, _session, done) {
      const [responseCode, text] = address.startsWith("full") ? [451, "4.2.2 full"] : [550, "5.1.1 unknown"];
      done(address.startsWith("ok") ? null : Object.assign(new Error(text), { responseCode }));
    },
  });
  const env = { SMTP_URL: server.url.href, MAIL_FROM: "hello@keelbook.example", SITE_URL: "https://keelbook.example" };
  const send = () => cli(["mail", "send"], { folder, env });
  try {
    await prepareDataFolder(join(folder, ".data"));
    expect(await send()).toEqual({ code: 0, out: "", err: "0 mails were due, none is now.\n" });
    const people = ["ok", "full", "full2", "none"].map((name) => `${name}@example.com,2026-05-04\n`).join("");
    await cli(["import", "waitlist", "-"], { folder, input: `email,confirmed_at\n${people}` });
    await cli(["notify", "launch", "--yes"], { folder, env });
    const putOff = "2 put off until their next attempt (smtp_451_4.2.2)";
    expect(await send()).toEqual({
      code: 0,
      out: "",
      err: `4 mails were due, none is now: 1 ended unsent (smtp_550_5.1.1), ${putOff}.\n`,
    });
    expect(await send()).toEqual({ code: 0, out: "", err: `0 mails were due, none is now: ${putOff}.\n` });
  } finally {
    await server.stop();
    await remove();
  }
});
