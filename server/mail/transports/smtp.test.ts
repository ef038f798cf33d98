import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { sampleMail } from "../../../tests/support/sampleMail.ts";
import { createSmtp } from "./smtp.ts";

afterEach(() => void vi.useRealTimers());

/** Sends a mail to a server that has not greeted yet. */
async function sendTo(answers: Record<string, string> = {}) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const transport = createSmtp(new URL(`smtp://127.0.0.1:${port}`));
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
    for (const command of commands)
      socket.write(`${answers[command] ?? (command === "DATA" ? "354 go on" : "250 ok")}\r\n`);
  });
  return { sent, greet: () => void socket.write("220 hello\r\n") };
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
