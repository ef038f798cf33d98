import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startSmtpServer } from "../../../tests/mail/support/smtpServer.ts";
import { listen } from "../../../tests/support/listen.ts";
import { sampleMail } from "../../../tests/support/sampleMail.ts";
import { createResend } from "./resend.ts";

/** The address of a server that closes each connection as soon as a request comes. */
async function closing() {
  const server = createServer((socket) => void socket.once("data", () => socket.destroy()));
  const api = `http://127.0.0.1:${await listen(server)}`;
  const close = () => new Promise((resolve) => void server.close(resolve));
  onTestFinished(async () => void (await close()));
  return { api, close };
}

const failureWith = (options: Parameters<typeof createResend>[1]) =>
  createResend("re_key", options)
    .send(sampleMail())
    .then(
      () => "sent",
      (error: unknown) => error,
    );

it("is in doubt about a mail after which the connection broke", async () => {
  const { api } = await closing();
  expect(await failureWith({ api })).toMatchObject({ failure: "doubtful", code: "resend_no_answer" });
});

it("knows that no mail left where there was no connection", async () => {
  const { api, close } = await closing();
  await close();
  expect(await failureWith({ api })).toMatchObject({ failure: "unavailable", code: "resend_no_connection" });
});

it("knows that where the certificate is not Resend's, as of a proxy that reads along, or by a wrong clock", async () => {
  const server = await startSmtpServer({ secure: true });
  onTestFinished(server.stop);
  expect(await failureWith({ api: `https://${server.url.host}` })).toMatchObject({
    failure: "unavailable",
    code: "resend_no_connection",
  });
});

it("knows that where something between closes the connection before it is encrypted", async () => {
  const { api } = await closing();
  expect(await failureWith({ api: api.replace("http:", "https:") })).toMatchObject({
    failure: "unavailable",
    code: "resend_no_connection",
  });
});

it("knows that where each address of Resend fails in its own way, as behind a firewall and without IPv6", async () => {
  // What Node's `fetch` throws then. The code is that of the first address alone.
  const [dropped, unreachable] = ["ETIMEDOUT", "ENETUNREACH"].map((code) =>
    Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" }),
  );
  const cause = Object.assign(new AggregateError([dropped, unreachable]), { code: "ETIMEDOUT" });
  const send = () => Promise.reject(new TypeError("fetch failed", { cause }));
  expect(await failureWith({ send })).toMatchObject({ failure: "unavailable", code: "resend_no_connection" });
});

it.each([
  ["where its name is not known", { code: "EAI_AGAIN", syscall: "getaddrinfo" }],
  ["where connecting takes too long", { code: "UND_ERR_CONNECT_TIMEOUT" }],
])("knows that %s", async (_, says) => {
  const cause = Object.assign(new Error("Not connected"), says);
  const send = () => Promise.reject(new TypeError("fetch failed", { cause }));
  expect(await failureWith({ send })).toMatchObject({ failure: "unavailable", code: "resend_no_connection" });
});

it("knows that behind a proxy that refuses the way to Resend", async () => {
  // What `fetch` throws from Node 22.21 on with NODE_USE_ENV_PROXY.
  const refused = Object.assign(new Error("Proxy response (403) !== 200 when HTTP Tunneling"), {
    code: "UND_ERR_ABORTED",
  });
  const cause = new Error("Request was cancelled.", { cause: refused });
  const send = () => Promise.reject(new TypeError("fetch failed", { cause }));
  expect(await failureWith({ send })).toMatchObject({ failure: "unavailable", code: "resend_no_connection" });
});

it.each(["ETIMEDOUT", "EHOSTUNREACH"])("is in doubt after %s over a connection that there was", async (code) => {
  const cause = Object.assign(new Error(`read ${code}`), { code, syscall: "read" });
  const send = () => Promise.reject(new TypeError("fetch failed", { cause }));
  expect(await failureWith({ send })).toMatchObject({ failure: "doubtful", code: "resend_no_answer" });
});

it("knows that in Deno, too", async () => {
  const said =
    "error sending request for url (https://api.resend.com/emails): client error (Connect): dns error: no address";
  const send = () => Promise.reject(new TypeError("fetch failed", { cause: new Error(said) }));
  expect(await failureWith({ send })).toMatchObject({ failure: "unavailable", code: "resend_no_connection" });
});
