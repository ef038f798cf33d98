import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createBackgroundSender } from "./background.ts";

/** A background sender without a mail to send; `claim` is called each time that it looks for one. */
function senderThat(claim: () => void | Promise<void>) {
  const said: string[] = [];
  const options = {
    outbox: {
      claim: async () => {
        await claim();
        return { looked: 0, emails: [] };
      },
      register: async () => undefined,
      settle: async () => undefined,
    },
    transport: { about: "test", concurrency: 1, send: async () => ({}), close: async () => undefined },
    site: {
      from: { name: "Keelbook", address: "hello@keelbook.example" },
      siteUrl: "https://site.example",
      formsUrl: "https://site.example/functions/v1/forms",
      unconfirmedDays: 30,
      signInToken: async () => ({ token: "t".repeat(40), tokenType: "magiclink" as const }),
    },
    secret: "secret",
    perSecond: 10,
  };
  let working: Promise<void> = Promise.resolve();
  const send = createBackgroundSender(
    options,
    (work) => (working = work),
    (line) => said.push(line),
  );
  return { send, said, ended: () => working };
}

describe("a background sender", () => {
  it("looks again if it is asked to while it works, up to the last moment", async () => {
    // The answer to another request may come after any number of its promises.
    for (let promises = 0; promises < 40; promises++) {
      let looked = 0;
      let before = 0;
      const { send } = senderThat(() => {
        if (++looked > 1) return;
        void (async () => {
          for (let n = 0; n < promises; n++) await undefined;
          before = looked;
          send();
        })();
      });
      send();
      await nextTurn();
      expect([promises, looked]).toEqual([promises, before + 1]);
    }
  });

  it("looks again if it is asked to after the database did not answer", async () => {
    let looked = 0;
    const { send, said, ended } = senderThat(() => {
      if (++looked === 1) throw new Error("There is no connection.");
    });
    send();
    await ended();
    send();
    await ended();
    expect([looked, said]).toEqual([2, ["Mails wait: the database does not answer."]]);
  });
  it("keeps a host busy for one span only, however often it is asked meanwhile", async () => {
    const spans = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => spans.mockRestore());
    let looked = 0;
    const { send, ended } = senderThat(async () => {
      looked++;
      await nextTurn();
    });
    send();
    send();
    await ended();
    expect([looked, spans.mock.calls.length]).toEqual([2, 1]);
  });
});
