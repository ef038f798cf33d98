import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listen } from "../../support/listen.ts";

/** A mail as the server received it. */
interface Arrived {
  from: string;
  to: string[];
  raw: string;
  mail: Email;
  /** Whether its connection was encrypted, and the user who had logged in. */
  secure: boolean;
  user: string | undefined;
}

/** A running SMTP server, and the mails that it has received. */
export interface TestSmtpServer {
  /** `smtp://ada:secret@127.0.0.1:port` */
  url: URL;
  arrived: Arrived[];
  /** The number of connections so far. */
  connections(): number;
  /** Closes every connection at once, even in the middle of a mail. */
  disconnect(): void;
  stop(): Promise<void>;
}

/** The server's answer to a completely received mail; undefined for success. */
export type Verdict = (mail: Arrived) => { code: number; text: string } | "hang" | "close" | undefined;

/** The log-in that the server accepts; the password has characters that a URL must escape. */
const smtpUser = "ada";
const smtpPassword = "secret & more/";

/** A real SMTP server on the loopback interface, which requires STARTTLS and a log-in. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  verdict: Verdict = () => undefined,
): Promise<TestSmtpServer> {
  const arrived: Arrived[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    logger: false,
    authMethods: ["PLAIN"],
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections++;
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (username === smtpUser && password === smtpPassword) done(null, { user: username });
      else done(new Error("Invalid username or password"));
    },
    onData(stream, session, done) {
      void (async () => {
        // The sender may disconnect at any time.
        const bytes = await buffer(stream).catch(() => undefined);
        if (!bytes) return;
        const { mailFrom, rcptTo } = session.envelope;
        const mail: Arrived = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: bytes.toString("utf8"),
          mail: await PostalMime.parse(bytes),
          secure: session.secure,
          user: session.user,
        };
        const said = verdict(mail);
        if (said === "hang") return;
        if (said === "close") return disconnect();
        if (said) return done(Object.assign(new Error(said.text), { responseCode: said.code }));
        arrived.push(mail);
        done();
      })();
    },
    ...options,
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const url = new URL(`smtp://127.0.0.1:${await listen(server.server)}`);
  url.username = smtpUser;
  url.password = encodeURIComponent(smtpPassword);
  return {
    url,
    arrived,
    connections: () => connections,
    disconnect,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      disconnect();
      await closed;
    },
  };
}
