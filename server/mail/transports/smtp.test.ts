import { createServer, type Socket } from "node:net";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { startSmtpServer } from "../../../tests/mail/support/smtpServer.ts";
import { sampleMail } from "../../../tests/support/sampleMail.ts";
import { createSmtp } from "./smtp.ts";
import { listen } from "../../../tests/support/listen.ts";

/** The name of this machine. */
const own = vi.hoisted(() => ({ name: "" }));
vi.mock(import("node:os"), async (original) => ({ ...(await original()), hostname: () => own.name }));

afterEach(() => void vi.useRealTimers());

/** Sends a mail to a server that has not greeted yet. */
async function sendTo(answers: Record<string, string> = {}, options: { domain?: string } = {}, closesAfter = "") {
  const server = createServer();
  const transport = createSmtp(new URL(`smtp://127.0.0.1:${await listen(server)}`), options);
  const connection = new Promise<Socket>((resolve) => void server.once("connection", resolve));
  const sent = transport.send(sampleMail()).catch((error: unknown) => error);
  const socket = await connection;
  onTestFinished(async () => {
    await transport.close();
    socket.destroy();
    server.close();
  });
  socket.on("data", (chunk) => {
    const said = chunk.toString("latin1");
    const commands = said.endsWith("\r\n.\r\n") ? ["."] : (said.match(/^[A-Z]{4}/gmu) ?? []);
    for (const command of commands) {
      if (!socket.writable) return;
      socket.write(`${answers[command] ?? (command === "DATA" ? "354 go on" : "250 ok")}\r\n`);
      if (command === closesAfter) socket.end();
    }
  });
  return { sent, socket, greet: () => void socket.write("220 hello\r\n") };
}

it("waits for a server that takes half a minute to greet, as many do whose look-up of our name finds no answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const { sent, greet } = await sendTo();
  await vi.advanceTimersByTimeAsync(30_000);
  greet();
  expect(await sent).toEqual({});
});

it.each([
  ["one by one", "250 me"],
  ["together", "250-me\r\n250 PIPELINING"],
])(
  "takes a session that ends with the recipient for a failure of that mail, if commands are sent %s",
  async (_, EHLO) => {
    const { sent, greet } = await sendTo({ EHLO, RCPT: "421 4.3.0 Closing" });
    greet();
    expect(await sent).toMatchObject({ failure: "closing", code: "smtp_421_4.3.0" });
  },
);

it.each(["MAIL", "EHLO"])("takes one that ends before, with %s, for a server that accepts no mail", async (command) => {
  const { sent, greet } = await sendTo({ EHLO: "250-me\r\n250 PIPELINING", [command]: "421 4.3.0 Closing" });
  greet();
  expect(await sent).toMatchObject({ failure: "unavailable", code: "smtp_421_4.3.0" });
});

it.each([
  ["RCPT", "550 5.1.1 No such user", { failure: "permanent", code: "smtp_550_5.1.1" }],
  ["RCPT", "450 4.2.0 Greylisted", { failure: "temporary", code: "smtp_450_4.2.0" }],
  ["MAIL", "550 Sender unknown", { failure: "unavailable", code: "smtp_550" }],
])("knows what a server answered to %s that closes the session after it, with %s", async (command, answer, outcome) => {
  for (const EHLO of ["250 me", "250-me\r\n250 PIPELINING"]) {
    const { sent, greet } = await sendTo({ EHLO, [command]: answer }, {}, command);
    greet();
    expect(await sent).toMatchObject(outcome);
  }
});

it.each([421, 554])(
  "blames no mail for a session that is refused with %i after one that was closed",
  async (responseCode) => {
    let sessions = 0;
    let mails = 0;
    const server = await startSmtpServer({
      onConnect: (_session, done) =>
        sessions++ === 0 ? done() : done(Object.assign(new Error("No service"), { responseCode })),
      onMailFrom: (_address, _session, done) => (mails++ === 0 ? done() : server.disconnect()),
    });
    const transport = createSmtp(server.url);
    onTestFinished(async () => {
      await transport.close();
      await server.stop();
    });
    expect(await transport.send(sampleMail())).toEqual({});
    await expect(transport.send(sampleMail())).rejects.toMatchObject({
      failure: "unavailable",
      code: `smtp_${responseCode}`,
    });
  },
);

it("sends over another connection what a 421 to the recipient ends on one that has served", async () => {
  let recipients = 0;
  const server = await startSmtpServer({
    onRcptTo: (_address, _session, done) =>
      recipients++ === 1 ? done(Object.assign(new Error("Too many mails"), { responseCode: 421 })) : done(),
  });
  const transport = createSmtp(server.url);
  onTestFinished(async () => {
    await transport.close();
    await server.stop();
  });
  for (let mails = 0; mails < 2; mails++) expect(await transport.send(sampleMail())).toEqual({});
  expect(recipients).toBe(3);
});

it.each([
  ["7f3c2a91d0be", true],
  ["localhost.localdomain", true],
  ["ip-10-0-0-5.eu-west-1.compute.internal", true],
  ["Adas-Mac.local", true],
  ["mail.keelbook.example", false],
])("greets as the sender's domain where the machine is called %s: %s", async (name, asDomain) => {
  own.name = name;
  const { sent, socket, greet } = await sendTo({}, { domain: "keelbook.example" });
  let heard = "";
  socket.on("data", (chunk) => (heard += chunk.toString("latin1")));
  greet();
  expect(await sent).toEqual({});
  expect(heard.includes("EHLO keelbook.example\r\n")).toBe(asDomain);
});
