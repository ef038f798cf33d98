import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Mail } from "../mail.ts";
import { DeliveryError, type Transport } from "../transports/transport.ts";
import { createSignInMailer } from "./signInMailer.ts";

it("gives each of two mails to one address a link of its own, and sends none beside them", async () => {
  const sent: Mail[] = [];
  const transport: Transport = {
    about: "test",
    concurrency: 2,
    send: async (mail) => {
      sent.push(mail);
      return {};
    },
    close: async () => undefined,
  };
  const mailer = createSignInMailer(
    transport,
    { name: "Keelbook", address: "hello@keelbook.example" },
    { linkLife: 900 },
  );
  const to = "ada@example.com";
  let links = 0;
  /** The auth service, which takes its time and whose last link alone is good. */
  const ask = async () => {
    await sleep(5);
    const text = `https://site.example/#token_hash=${String(++links).repeat(20)}&type=magiclink`;
    await mailer.send({ to, subject: "Sign in", text });
    await sleep(5);
  };
  const tokens = await Promise.all([mailer.tokenFor(to, ask), mailer.tokenFor(to, ask)]);
  expect(tokens.map(({ token }) => token)).toEqual(["1".repeat(20), "2".repeat(20)]);
  expect(sent).toEqual([]);
  // One that fails keeps no other from its turn, and then mails go out as usual.
  const failing = mailer.tokenFor(to, () => Promise.reject(new DeliveryError("temporary", "sign_in_link_429")));
  const next = mailer.tokenFor(to, ask);
  await expect(failing).rejects.toMatchObject({ code: "sign_in_link_429" });
  expect(await next).toMatchObject({ token: "3".repeat(20) });
  await ask();
  expect(sent).toHaveLength(1);
});
