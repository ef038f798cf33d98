import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { sampleMail } from "../../../tests/support/sampleMail.ts";
import { createSmtp } from "./smtp.ts";

it("waits for a server that takes half a minute to greet, as many do whose look-up of our name finds no answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const transport = createSmtp(new URL(`smtp://127.0.0.1:${port}`));
  const connection = new Promise<Socket>((resolve) => void server.once("connection", resolve));
  const sent = transport.send(sampleMail()).catch(String);
  const socket = await connection;
  onTestFinished(async () => {
    vi.useRealTimers();
    await transport.close();
    socket.destroy();
    server.close();
  });
  await vi.advanceTimersByTimeAsync(30_000);
  socket.on("data", (chunk) => {
    const said = chunk.toString("latin1");
    if (/^(?:EHLO|MAIL|RCPT)|\r\n\.\r\n$/u.test(said)) socket.write("250 ok\r\n");
    else if (said.startsWith("DATA")) socket.write("354 go on\r\n");
  });
  socket.write("220 hello\r\n");
  expect(await sent).toEqual({});
});
