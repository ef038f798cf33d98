import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, it } from "vitest";
import { serve } from "../../server/embedded/http/serve.ts";
import { createInbox } from "../../server/mail/transports/inbox.ts";
import { createResend } from "../../server/mail/transports/resend.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { DeliveryError, type Transport } from "../../server/mail/transports/transport.ts";
import { sampleMail } from "../support/sampleMail.ts";
import { startSmtpServer, type TestSmtpServer, type Verdict } from "./support/smtpServer.ts";
import { listen } from "../support/listen.ts";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Short enough to wait for, long enough for a handshake on a busy machine. */
const timeouts = { connection: 5000, greeting: 5000, transfer: 5000, answer: 5000 };

async function smtp(
  verdict?: Verdict,
  options = {},
  limits = {},
): Promise<{ server: TestSmtpServer; transport: Transport }> {
  const server = await startSmtpServer(options, verdict);
  cleanUps.push(server.stop);
  const transport = createSmtp(server.url, { timeouts: { ...timeouts, ...limits } });
  cleanUps.push(transport.close);
  return { server, transport };
}

const failureOf = (transport: Transport) =>
  transport.send(sampleMail()).then(
    () => "sent",
    (error: unknown) => (error instanceof DeliveryError ? `${error.failure} ${error.code}` : String(error)),
  );

describe("SMTP", () => {
  it("hands a mail over encrypted and logged in, with its headers", async () => {
    const { server, transport } = await smtp();
    const mail = sampleMail({ subject: "Grüße", text: "Hallo, schöne Welt", date: new Date("2026-11-21T12:00:00Z") });
    await transport.send(mail);
    const [arrived] = server.arrived;
    expect(arrived).toMatchObject({
      from: "hello@keelbook.example",
      to: ["ada@example.com"],
      secure: true,
      user: "ada",
    });
    expect(arrived?.mail).toMatchObject({
      subject: "Grüße",
      text: "Hallo, schöne Welt\n",
      messageId: `<${mail.id}@keelbook.example>`,
      from: { name: "Keelbook", address: "hello@keelbook.example" },
    });
    expect(arrived?.raw).toMatch(/^Date: Sat, 21 Nov 2026 12:00:00 \+0000$/mu);
    expect(arrived?.raw).toMatch(/^Auto-Submitted: auto-generated$/mu);
  });

  it("keeps its connections", async () => {
    const { server, transport } = await smtp();
    for (let n = 0; n < 20; n++) await transport.send(sampleMail());
    expect([server.arrived.length, server.connections()]).toEqual([20, 1]);
  });

  it.each([
    ["550 5.1.1", { code: 550, text: "5.1.1 No such user" }, "permanent smtp_550_5.1.1"],
    ["554", { code: 554, text: "Spam" }, "permanent smtp_554"],
    ["451", { code: 451, text: "4.3.0 Later" }, "temporary smtp_451_4.3.0"],
    ["421", { code: 421, text: "Closing" }, "closing smtp_421"],
    ["silence", "hang", "doubtful smtp_etimedout"],
    ["a closed connection", "close", "doubtful smtp_econnection"],
  ] as const)("tells what %s after the mail means", async (_name, said, failure) => {
    const { transport } = await smtp(() => said, {}, said === "hang" ? { answer: 1500 } : {});
    expect(await failureOf(transport)).toBe(failure);
  });

  it.each([
    [550, "permanent smtp_550_5.1.1"],
    [450, "temporary smtp_450_5.1.1"],
  ])("tells what %s to the recipient means, and goes on", async (responseCode, failure) => {
    let refuse = true;
    const { server, transport } = await smtp(undefined, {
      onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
        refuse ? done(Object.assign(new Error("5.1.1 Nobody"), { responseCode })) : done(),
    });
    expect(await failureOf(transport)).toBe(failure);
    refuse = false;
    expect(await failureOf(transport)).toBe("sent");
    expect(server.arrived).toHaveLength(1);
  });

  it.each([
    [550, "5.7.1 Sender not authorised", "policy smtp_550_5.7.1"],
    [554, "5.7.1 <ada@example.com>: Relay access denied", "policy smtp_554_5.7.1"],
    [553, "Sender rejected", "policy smtp_553"],
    [550, "relay not permitted", "policy smtp_550"],
    [550, "<relay@example.com> is unknown", "permanent smtp_550"],
    [550, "5.1.8 Unknown domain", "unavailable smtp_550_5.1.8"],
    [450, "4.1.8 Unknown domain", "unavailable smtp_450_4.1.8"],
    [553, "5.1.7 Bad address", "unavailable smtp_553_5.1.7"],
    [556, "5.1.10 No mails here", "permanent smtp_556_5.1.10"],
    [530, "Authentication required", "unavailable smtp_530"],
    [450, "4.7.1 Greylisted", "temporary smtp_450_4.7.1"],
    [550, "5.2.1 Disabled", "permanent smtp_550_5.2.1"],
  ])("tells a refused sender from a refused recipient: %s %s", async (responseCode, text, failure) => {
    const { transport } = await smtp(undefined, {
      onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
        done(Object.assign(new Error(text), { responseCode })),
    });
    expect(await failureOf(transport)).toBe(failure);
  });

  it("reports an unknown outcome if the connection is closed in the middle of a mail", async () => {
    let close = true;
    const cut = await startSmtpServer({
      onData: (stream, _session, done) => {
        if (close) stream.once("data", () => cut.disconnect());
        stream.resume().once("end", () => done());
      },
    });
    cleanUps.push(cut.stop);
    const toCut = createSmtp(cut.url, { timeouts });
    cleanUps.push(toCut.close);
    const long = sampleMail({ text: "x ".repeat(1_000_000) });
    await expect(toCut.send(long)).rejects.toMatchObject({ failure: "doubtful" });
    close = false;
    expect(await failureOf(toCut)).toBe("sent");
  });

  it.each([10, 50_000])("waits for the turn of a mail of %i words only when the server wants it", async (words) => {
    const order: string[] = [];
    const { transport } = await smtp(undefined, {
      onRcptTo: (_address: unknown, _session: unknown, done: () => void) =>
        setTimeout(() => {
          order.push("recipient accepted");
          done();
        }, 200),
    });
    await transport.send(sampleMail({ text: "x ".repeat(words) }), async () => void order.push("turn"));
    expect(order).toEqual(["recipient accepted", "turn"]);
  });

  it("waits longer for the answer to a whole mail, which a filter may read first, than for all before it", async () => {
    let slow = (_recipient: boolean): number => 0;
    const { transport } = await smtp(
      undefined,
      {
        onRcptTo: (_address: unknown, _session: unknown, done: () => void) => setTimeout(done, slow(true)),
        onData: (stream: Readable, _session: unknown, done: () => void) =>
          void stream.resume().once("end", () => setTimeout(done, slow(false))),
      },
      { transfer: 1500 },
    );
    // The connection and its log-in are not what is slow.
    expect(await failureOf(transport)).toBe("sent");
    slow = (recipient) => (recipient ? 0 : 2000);
    expect(await failureOf(transport)).toBe("sent");
    slow = (recipient) => (recipient ? 3000 : 0);
    expect(await failureOf(transport)).toBe("doubtful smtp_etimedout");
  });

  it("ends a mail that a server holds up soon after it is closed, with an unknown outcome", async () => {
    let came = () => {};
    const arrived = new Promise<void>((resolve) => (came = resolve));
    const server = await startSmtpServer({}, () => {
      came();
      return "hang";
    });
    cleanUps.push(server.stop);
    const transport = createSmtp(server.url, { timeouts: { ...timeouts, answer: 60_000 }, lastMoments: 100 });
    const outcome = failureOf(transport);
    await arrived;
    await transport.close();
    expect(await outcome).toBe("doubtful smtp_eabort");
  });

  it("holds back the last byte of a mail until it is told to send it", async () => {
    const { server, transport } = await smtp();
    let release = () => {};
    const waiting = new Promise<void>((resolve) => (release = resolve));
    let asked = () => {};
    const begun = new Promise<void>((resolve) => (asked = resolve));
    const sent = transport.send(sampleMail(), () => {
      asked();
      return waiting;
    });
    await begun;
    expect(await failureOf(transport)).toBe("sent");
    expect(server.arrived).toHaveLength(1);
    release();
    await sent;
    expect(server.arrived).toHaveLength(2);
    expect(server.arrived[1]?.mail).toMatchObject({ text: "Hello\n", html: "<p>Hello</p>\n" });
  });

  it("distinguishes a server that accepts no mail from a mail that is not accepted", async () => {
    const { server } = await smtp();
    const wrong = new URL(server.url);
    wrong.password = "wrong";
    const locked = createSmtp(wrong, { timeouts });
    cleanUps.push(locked.close);
    expect(await failureOf(locked)).toBe("unavailable smtp_535");
    const nobody = createSmtp(new URL("smtp://127.0.0.1:1"), { timeouts });
    cleanUps.push(nobody.close);
    expect(await failureOf(nobody)).toMatch(/^unavailable smtp_/u);
  });

  it("does not wait for a server that never greets", async () => {
    const dumb: Server = createServer();
    const sockets: { destroy(): unknown }[] = [];
    dumb.on("connection", (socket) => void sockets.push(socket));
    const port = await listen(dumb);
    const impatient = { ...timeouts, greeting: 200 };
    const transport = createSmtp(new URL(`smtp://127.0.0.1:${port}`), { timeouts: impatient });
    cleanUps.push(transport.close, async () => {
      for (const socket of sockets) socket.destroy();
      dumb.close();
    });
    expect(await failureOf(transport)).toBe("unavailable smtp_etimedout");
  });
});

describe("Resend", () => {
  const api = async (answer: () => Response) => {
    const requests: { headers: Headers; body: unknown }[] = [];
    const server = await serve(
      async (request) => {
        requests.push({ headers: request.headers, body: await request.json() });
        return answer();
      },
      { port: 0, host: "127.0.0.1", proxies: 0 },
    );
    cleanUps.push(server.close);
    return { requests, transport: createResend("re_key", { api: server.url }) };
  };

  it("sends a mail under its id", async () => {
    const { requests, transport } = await api(() => Response.json({ id: "abc" }));
    const mail = sampleMail();
    expect(await transport.send(mail)).toEqual({ providerId: "abc" });
    const [request] = requests;
    expect(request?.headers.get("idempotency-key")).toBe(mail.id);
    expect(request?.headers.get("authorization")).toBe("Bearer re_key");
    expect(request?.body).toMatchObject({
      from: '"Keelbook" <hello@keelbook.example>',
      to: ["ada@example.com"],
      headers: { "Message-ID": `<${mail.id}@keelbook.example>`, "Auto-Submitted": "auto-generated" },
    });
    await transport.send(sampleMail({ from: { name: "", address: "hello@keelbook.example" } }));
    expect(requests[1]?.body).toMatchObject({ from: "hello@keelbook.example" });
  });

  it.each([
    [422, "validation_error", "permanent resend_422_validation_error"],
    [400, "validation_error", "policy resend_400_validation_error"],
    [451, "security_error", "policy resend_451_security_error"],
    [404, "<html>", "closing resend_404"],
    [422, "invalid_from_address", "unavailable resend_422_invalid_from_address"],
    [429, "rate_limit_exceeded", "unavailable resend_429_rate_limit_exceeded"],
    [401, "missing_api_key", "unavailable resend_401_missing_api_key"],
    [409, "concurrent_idempotent_requests", "doubtful resend_409_concurrent_idempotent_requests"],
    [500, "application_error", "doubtful resend_500_application_error"],
    [502, "<html>", "doubtful resend_502"],
  ])("tells what %s %s means", async (status, name, failure) => {
    const { transport } = await api(() => Response.json({ name }, { status, headers: { "retry-after": "7" } }));
    expect(await failureOf(transport)).toBe(failure);
    const about = status === 429 ? "amount" : failure.startsWith("policy") ? "sender" : undefined;
    await expect(transport.send(sampleMail())).rejects.toMatchObject({ retryAfter: 7, about });
  });

  it("counts a mail as sent that went out before with another text", async () => {
    const { transport } = await api(() => Response.json({ name: "invalid_idempotent_request" }, { status: 409 }));
    expect(await failureOf(transport)).toBe("sent");
  });
});

it("the inbox stores each mail as a file that any mail program opens, readable only by its owner", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-inbox-"));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const mail = sampleMail({ text: "Grüße" });
  await createInbox(folder).send(mail);
  const [name = ""] = await readdir(join(folder, "inbox"));
  expect(name).toMatch(new RegExp(`^\\d{4}-.*-${mail.id}\\.eml$`, "u"));
  const parsed = await PostalMime.parse(await readFile(join(folder, "inbox", name)));
  expect(parsed).toMatchObject({ subject: "Hello", text: "Grüße\n", messageId: `<${mail.id}@keelbook.example>` });
});
