import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { cli, hosted } from "../cli/terminal.ts";
import { createResend } from "../../server/mail/transports/resend.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";
import { listen } from "../support/listen.ts";

/** A peer's reply to each command, including its greeting and its reply to the final dot of a mail. */
type Script = (command: string) => string | undefined;

const willing: Record<string, string> = { EHLO: "250 me", DATA: "354 go on", QUIT: "221 bye" };

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function serveSockets(connected: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    connected(socket);
  });
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

/** An SMTP server that replies to a command as the script says, and like any other server where the script has no entry. */
async function smtpThatSays(script: Script) {
  const port = await serveSockets((socket) => {
    let inMail = false;
    let text = "";
    socket.write(`${script("GREETING") ?? "220 me"}\r\n`);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (inMail && line !== ".") continue;
        const command = inMail ? "." : (line.split(" ")[0] ?? "").toUpperCase();
        const said = script(command);
        inMail = command === "DATA" && said === undefined;
        socket.write(`${said ?? willing[command] ?? "250 ok"}\r\n`);
      }
    });
  });
  const timeouts = { connection: 5000, greeting: 5000, transfer: 5000, answer: 5000 };
  const transport = createSmtp(new URL(`smtp://127.0.0.1:${port}`), { timeouts });
  cleanUps.push(transport.close);
  return transport;
}

/** Resend behind a broken proxy. */
async function resendThatSays(connected: (socket: Socket) => void) {
  const port = await serveSockets((socket) => void socket.once("data", () => connected(socket)));
  return createResend("re_key", { api: `http://127.0.0.1:${port}` });
}
const answer = (status: string, headers: string[], body: string) => (socket: Socket) =>
  void socket.end([`HTTP/1.1 ${status}`, ...headers, `content-length: ${body.length}`, "", body].join("\r\n"));

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

/** Runs `mail send`, which sends by this server. */
const sendBy = (server: URL, signal = new AbortController().signal) =>
  cli(["mail", "send"], {
    env: { ...hosted(bench), SITE_URL: "https://site.example", SMTP_URL: server.href, MAIL_FROM: "a@b.example" },
    signal,
  });

it("costs no mail its life that nobody knows where its links lead", async () => {
  const server = await startSmtpServer();
  cleanUps.push(server.stop);
  await bench.fill(3);
  const env = { ...hosted(bench), SMTP_URL: server.url.href, MAIL_FROM: "a@b.example", SITE_URL: "site.example" };
  expect((await cli(["mail", "send"], { env })).code).toBe(3);
  expect(await bench.rows("dead_at is not null or attempts > 0")).toEqual([]);
});

it("says where to see why a server refused a mail", async () => {
  const server = await startSmtpServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("4.3.0 Not now"), { responseCode: 451 })),
  });
  cleanUps.push(server.stop);
  await bench.fill(1);
  const { code, err } = await sendBy(server.url);
  expect(err).toBe(
    `0 sent, 1 failed (SMTP, ${server.url.host}).\nSee why, and which are tried again: npx prelaunch mail status\n`,
  );
  expect(code).toBe(0);
});

describe("an SMTP server that refuses every session", () => {
  it.each([
    ["at its greeting", { GREETING: "554 5.3.2 No service" }],
    ["after our name", { EHLO: "550 5.7.1 Blocked ada@example.com", HELO: "550 5.7.1 Blocked ada@example.com" }],
    ["after our old name", { EHLO: "502 What?", HELO: "501 Malformed" }],
    ["after the sender", { MAIL: "550 5.7.1 Not you" }],
  ] satisfies [string, Record<string, string>][])("%s costs no mail its life", async (_when, says) => {
    await bench.fill(3);
    const { down, failed } = await bench.drain(await smtpThatSays((command) => Reflect.get(says, command)));
    expect({ failed, down: down?.failure }).toEqual({ failed: 0, down: "unavailable" });
    expect(await bench.rows("dead_at is not null or attempts > 0 or last_error like '%example%'")).toEqual([]);
    expect(await bench.drain(await smtpThatSays(() => undefined))).toMatchObject({ sent: 3 });
  });
});

describe("an SMTP server to which no encrypted connection can be made", () => {
  /** A transport to this machine by an address that it does not recognise as local, so that it treats the server as remote. */
  const elsewhere = ({ port, username, password }: URL) => {
    const url = new URL(`smtp://[::ffff:127.0.0.1]:${port}`);
    Object.assign(url, { username, password });
    const timeouts = { connection: 5000, greeting: 5000, transfer: 5000, answer: 500 };
    const transport = createSmtp(url, { timeouts });
    cleanUps.push(transport.close);
    return transport;
  };

  it("because its certificate is self-signed, gets no mail and costs none an attempt", async () => {
    const server = await startSmtpServer();
    cleanUps.push(server.stop);
    await bench.fill(3);
    const { down, failed } = await bench.drain(elsewhere(server.url));
    expect({ failed, down: down?.failure, arrived: server.arrived }).toEqual({
      failed: 0,
      down: "unavailable",
      arrived: [],
    });
    expect(await bench.rows("attempts > 0 or doubtful_since is not null")).toEqual([]);
  });

  it.each([
    ["because it refuses STARTTLS", "502 What?"],
    ["because it accepts STARTTLS and stays unencrypted", "250 ok"],
    ["because it does not answer STARTTLS", ""],
  ])("%s, gets no password and no mail", async (_why, startTls) => {
    const heard: string[] = [];
    const port = await serveSockets((socket) => {
      socket.write("220 me\r\n");
      socket.on("data", (chunk) => {
        const command = chunk.toString("latin1").slice(0, 8);
        heard.push(command.startsWith("\u0016\u0003") ? "a handshake" : command);
        const said = command.startsWith("EHLO") ? "250-me\r\n250 AUTH PLAIN" : startTls;
        if (said !== "") socket.write(`${said}\r\n`);
      });
    });
    await bench.fill(3);
    const { down, failed } = await bench.drain(elsewhere(new URL(`smtp://ada:secret@127.0.0.1:${port}`)));
    expect({ failed, down: down?.failure }).toEqual({ failed: 0, down: "unavailable" });
    expect(heard).toContain("STARTTLS");
    expect(heard.filter((one) => !["EHLO [12", "STARTTLS", "a handshake"].includes(one))).toEqual([]);
  });
});

describe("an SMTP server that ends the session with 421", () => {
  const closing = async (address: string) => {
    const server = await startSmtpServer({}, ({ to: [recipient = ""] }) =>
      recipient.includes(address) ? { code: 421, text: "4.7.0 Closing" } : undefined,
    );
    const transport = createSmtp(server.url);
    cleanUps.push(server.stop, transport.close);
    return transport;
  };

  it("because of one mail delays no other, and gets that one again later", async () => {
    await bench.fill(30);
    await bench.sql("update public.email_outbox set not_before = now() - interval '1 hour' where email like 'p1@%'");
    expect(await bench.drain(await closing("p1@"))).toEqual({ sent: 29, failed: 1 });
    expect(await bench.rows("sent_at is null")).toMatchObject([
      { email: "p1@example.com", attempts: 1, dead_at: null, last_error: "smtp_421_4.7.0" },
    ]);
  });

  it("because of every mail is soon given a rest", async () => {
    await bench.fill(60);
    const { sent, failed, down } = await bench.drain(await closing("@"));
    expect({ sent, down: down?.code }).toEqual({ sent: 0, down: "smtp_421_4.7.0" });
    expect(failed).toBeLessThan(20);
  });
});

describe("an SMTP server that refuses the sender only when it hears the recipient", () => {
  const refused = "554 5.7.1 Relay access denied";

  it("is soon given a rest, and no mail ends or counts as bounced", async () => {
    await bench.fill(60);
    const { down, failed } = await bench.drain(await smtpThatSays((line) => (line === "RCPT" ? refused : undefined)));
    expect({ down: down?.code, about: down?.about }).toEqual({ down: "smtp_554_5.7.1", about: "sender" });
    expect(failed).toBeLessThan(20);
    expect(await bench.rows("dead_at is not null or bounced_at is not null")).toEqual([]);
    await bench.sql("update public.email_outbox set not_before = now()");
    expect(await bench.drain(await smtpThatSays(() => undefined))).toMatchObject({ sent: 60 });
  });

  it("delays no other mail if it refuses one alone", async () => {
    await bench.fill(30);
    await bench.sql("update public.email_outbox set not_before = now() - interval '1 hour' where email like 'p1@%'");
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith("p1@") ? Object.assign(new Error("5.7.1 No"), { responseCode: 550 }) : undefined),
    });
    const transport = createSmtp(server.url);
    cleanUps.push(server.stop, transport.close);
    expect(await bench.drain(transport)).toEqual({ sent: 29, failed: 1 });
    expect(await bench.rows("sent_at is null")).toMatchObject([{ attempts: 1, dead_at: null }]);
  });

  it("is named as the reason by the command that sends, and no other failure is", async () => {
    await bench.fill(20);
    expect(await sendBy(new URL("smtp://127.0.0.1:9"))).toMatchObject({
      code: 4,
      err: expect.stringMatching(/The rest waits: smtp_\w+\.\nThe connection failed \(connect [^\n]+\n$/u),
    });
    const server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error("5.7.1 No"), { responseCode: 550 })),
    });
    cleanUps.push(server.stop);
    expect(await sendBy(server.url)).toMatchObject({
      code: 4,
      err: expect.stringMatching(/The rest waits: smtp_550_5\.7\.1\.\n.*refuses the sender/u),
    });
  });
});

describe("the outcome of a mail is recorded", () => {
  const settled = () => bench.rows("leased_until is null and (sent_at is not null or last_error is not null)");

  it("though Ctrl-C comes while the command sends it", async () => {
    await bench.fill(1);
    const stopping = new AbortController();
    const server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => {
        stopping.abort();
        done();
      },
    });
    cleanUps.push(server.stop);
    const outcome = await sendBy(server.url, stopping.signal);
    expect(outcome).toMatchObject({
      code: 130,
      err: expect.stringMatching(/^1 sent \(.+\)\.\nerror: Interrupted\.\nThe next run sends the rest\.\n$/u),
    });
    expect(await bench.rows("sent_at is not null")).toHaveLength(1);
  });

  it("if an SMTP server's answer has no code", async () => {
    await bench.fill(1);
    const digits = "9".repeat(40);
    await bench.drain(await smtpThatSays((command) => (command === "RCPT" ? `${digits} no` : undefined)));
    expect(await settled()).toHaveLength(1);
  });

  it.each([
    ["seconds", "99999999999"],
    ["a date", "Fri, 31 Dec 9999 23:59:59 GMT"],
  ])("though Resend asks to wait for ever, in %s", async (_form, wait) => {
    await bench.fill(1);
    await bench.drain(await resendThatSays(answer("503 Away", [`retry-after: ${wait}`], "{}")));
    const [row] = await settled();
    expect((row?.not_before.getTime() ?? 0) - Date.now()).toBeLessThan(86_500_000);
    await bench.empty();
    await bench.fill(1);
    const { down } = await bench.drain(await resendThatSays(answer("429 Much", [`retry-after: ${wait}`], "{}")));
    // A delay beyond the maximum of `setTimeout` would be no delay at all.
    expect(down?.retryAfter).toBe(86_400);
  });

  it.each([
    ["is long", JSON.stringify({ id: "x".repeat(5000) })],
    ["holds a NUL", String.raw`{"id":"a\u0000b"}`],
  ])("though the id that Resend gives %s", async (_how, body) => {
    await bench.fill(1);
    expect(await bench.drain(await resendThatSays(answer("200 OK", [], body)))).toMatchObject({ sent: 1 });
    expect(await bench.rows("sent_at is not null")).toHaveLength(1);
  });

  it("if Resend's answer never ends", async () => {
    await bench.fill(1);
    let written = 0;
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    const transport = await resendThatSays((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const go = () => {
        while (!socket.destroyed && written < 200_000_000) {
          written += chunk.length;
          if (!socket.write(chunk)) return void socket.once("drain", go);
        }
      };
      go();
    });
    expect(await bench.drain(transport)).toMatchObject({ sent: 1 });
    expect(written).toBeLessThan(50_000_000);
  });
});
