import { createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve } from "../../server/http/serve.ts";
import {
  DeliveryError,
  isAboutSender,
  isUndeliverable,
  resendFailure,
  smtpFailure,
} from "../../server/mail/classify.ts";
import { createResend } from "../../server/mail/transports/resend.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import type { Transport } from "../../server/mail/transports/transport.ts";
import { listen } from "../support/listen.ts";
import { sampleMail } from "../support/sampleMail.ts";
import { startSmtpServer, type Verdict } from "./support/smtpServer.ts";

/** Timeouts that are short enough to wait for, but long enough for a handshake on a busy machine. */
const timeouts = { connection: 5000, greeting: 5000, answer: 5000, mail: 10_000 };

/** A transport to a server, which is closed after the test. */
function smtpTo(url: URL, limits: Partial<typeof timeouts> = {}): Transport {
  const transport = createSmtp(url, { timeouts: { ...timeouts, ...limits }, domain: "keelbook.example" });
  onTestFinished(transport.close);
  return transport;
}

async function smtp(verdict?: Verdict, options = {}, limits = {}) {
  const server = await startSmtpServer(options, verdict);
  onTestFinished(server.stop);
  return { server, transport: smtpTo(server.url, limits) };
}

/** A server that does what the test says with each connection. */
async function peer(connected: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    connected(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

const failureOf = (transport: Transport) =>
  transport.send(sampleMail()).then(
    () => "sent",
    (error: unknown) => (error instanceof DeliveryError ? `${error.failure} ${error.code}` : String(error)),
  );

it("only codes of IANA's registry that are about a mailbox say that an address is undeliverable", () => {
  const final = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"];
  const others = ["5.1.0", "5.1.4", "5.1.7", "5.1.8", "5.1.90", "5.1.91", "5.2.2", "5.2.10", "5.4.1", "5.7.1", "4.1.1"];
  expect([...final, ...others].filter(isUndeliverable)).toEqual(final);
  expect([...final, ...others].filter(isAboutSender)).toEqual(["5.1.7", "5.1.8", "5.1.90", "5.7.1"]);
});

it("a refusal is about the recipient, and rests no sender, by its code alone", () => {
  const bySmtp = (response: string, command = "RCPT TO") =>
    smtpFailure({ code: "EENVELOPE", command, responseCode: Number(response.slice(0, 3)), response }).isAboutRecipient;
  for (const code of ["450 4.1.2", "450 4.1.1", "451 4.2.1", "452 4.2.2", "550 5.1.0", "550 5.2.1"])
    expect([code, bySmtp(code)]).toEqual([code, true]);
  for (const code of [
    "550 5.1.90",
    "450 4.1.8",
    "553 5.1.7",
    "550 5.7.1",
    "451 4.7.1",
    "452 4.3.1",
    "550",
    "554 5.2.252",
  ])
    expect([code, bySmtp(code)]).toEqual([code, false]);
  expect(bySmtp("450 4.1.2", "MAIL FROM")).toBe(false);
  const resend = (status: number, name?: string) => resendFailure(status, name).isAboutRecipient;
  expect([resend(422, "validation_error"), resend(400), resend(422, "invalid_parameter")]).toEqual([true, true, true]);
  for (const [status, name] of [
    [403, "validation_error"],
    [422, "invalid_from_address"],
    [422, "missing_required_field"],
    [429, "daily_quota_exceeded"],
    [404, "not_found"],
    [500, undefined],
  ] as const)
    expect([status, name, resend(status, name)]).toEqual([status, name, false]);
});

describe("SMTP", () => {
  it("hands mails over encrypted and logged in, with their headers, over one connection", async () => {
    const { server, transport } = await smtp();
    const mail = sampleMail({ subject: "Grüße", text: "Hallo, schöne Welt", date: new Date("2026-11-21T12:00:00Z") });
    await transport.send(mail);
    await transport.send(sampleMail());
    expect(server.connections()).toBe(1);
    expect(server.arrived[0]).toMatchObject({
      from: "hello@keelbook.example",
      to: ["ada@example.com"],
      secure: true,
      user: "ada",
      mail: { subject: "Grüße", text: "Hallo, schöne Welt\n", messageId: `<${mail.id}@keelbook.example>` },
    });
    expect(server.arrived[0]?.raw).toMatch(/^Date: Sat, 21 Nov 2026 12:00:00 \+0000$/mu);
    expect(server.arrived[0]?.raw).toMatch(/^Auto-Submitted: auto-generated$/mu);
  });

  it("tells what a refusal of the recipient means, and goes on", async () => {
    let answer: [code: number, text: string] | undefined;
    const { transport } = await smtp(undefined, {
      onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
        done(answer && Object.assign(new Error(answer[1]), { responseCode: answer[0] })),
    });
    for (const [code, text, failure] of [
      [550, "5.1.1 Nobody", "undeliverable smtp_550_5.1.1"],
      [450, "5.1.1 Nobody", "refused smtp_450_5.1.1"],
      [550, "JunkMail rejected - [203.0.113.9] is in an RBL, see https://rbl.example", "refused smtp_550"],
      [552, "5.2.2 Mailbox full", "refused smtp_552_5.2.2"],
      [550, "5.1.90 the daily limit for message recipients of this sender is reached", "refused smtp_550_5.1.90"],
    ] as const) {
      answer = [code, text];
      expect(await failureOf(transport)).toBe(failure);
    }
    answer = undefined;
    expect(await failureOf(transport)).toBe("sent");
  });

  it.each([
    ["554", { code: 554, text: "Spam" }, "refused smtp_554"],
    ["550 5.1.90", { code: 550, text: "5.1.90 the daily limit is reached" }, "refused smtp_550_5.1.90"],
    ["silence", "hang", "doubtful smtp_etimedout"],
    ["a closed connection", "close", "doubtful smtp_econnection"],
  ] as const)("tells what %s after the mail means", async (_name, said, failure) => {
    const { transport } = await smtp(() => said, {}, said === "hang" ? { answer: 1500 } : {});
    expect(await failureOf(transport)).toBe(failure);
  });

  it("gives up a mail that a server holds up for too long, and a wrong password, no server and a silent one at once", async () => {
    const { server, transport } = await smtp(() => "hang", {}, { mail: 1500 });
    expect(await failureOf(transport)).toMatch(/^doubtful smtp_/u);
    const wrong = new URL(server.url);
    wrong.password = "wrong";
    expect(await failureOf(smtpTo(wrong))).toBe("unavailable smtp_535");
    expect(await failureOf(smtpTo(new URL("smtp://127.0.0.1:1")))).toMatch(/^unavailable smtp_/u);
    const silent = new URL(`smtp://127.0.0.1:${await peer(() => undefined)}`);
    expect(await failureOf(smtpTo(silent, { greeting: 200 }))).toBe("unavailable smtp_etimedout");
  });

  it.each([
    ["whose certificate is not trusted", undefined],
    ["that refuses STARTTLS", "502 What?"],
    ["that stays unencrypted", "250 ok"],
  ])("gives no password and no mail to another machine %s", async (_why, startTls) => {
    const heard: string[] = [];
    const { server } = await smtp();
    const port = await peer((socket) => {
      socket.write("220 me\r\n");
      socket.on("data", (chunk) => {
        const command = chunk.toString("latin1");
        heard.push(command);
        socket.write(`${command.startsWith("EHLO") ? "250-me\r\n250 AUTH PLAIN" : startTls}\r\n`);
      });
    });
    // This address is not recognised as this machine's.
    const url = new URL(`smtp://ada:secret@[::ffff:127.0.0.1]:${startTls === undefined ? server.url.port : port}`);
    expect(await failureOf(smtpTo(url, { answer: 500 }))).toMatch(/^(?:unavailable|doubtful) smtp_/u);
    expect([heard.join("").match(/AUTH PLAIN|MAIL/u), server.arrived]).toEqual([null, []]);
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
    onTestFinished(server.close);
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
  });

  it("tells what an answer means", async () => {
    let answer = new Response();
    const { transport } = await api(() => answer);
    for (const [status, name, failure] of [
      [200, "", "sent"],
      [409, "invalid_idempotent_request", "sent"],
      [422, "validation_error", "refused resend_422_validation_error"],
      [404, "<html>", "refused resend_404"],
      [422, "invalid_from_address", "unavailable resend_422_invalid_from_address"],
      [429, "rate_limit_exceeded", "limited resend_429_rate_limit_exceeded"],
      [401, "missing_api_key", "unavailable resend_401_missing_api_key"],
      [409, "concurrent_idempotent_requests", "doubtful resend_409_concurrent_idempotent_requests"],
      [502, "<html>", "doubtful resend_502"],
    ] as const) {
      // An id that the outbox cannot store is no reason to send the mail again.
      answer = Response.json({ name, id: "a\u0000b" }, { status });
      expect(await failureOf(transport)).toBe(failure);
    }
  });
});
