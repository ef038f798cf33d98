import { type Handler, serve } from "../../server/http/serve.ts";

/** A server whose address is known before it has anything to answer. */
export interface LaterServer {
  origin: string;
  /** Gives it a handler; until then it answers 503. */
  open(handler: Handler): void;
  /** It is safe to call this twice. */
  close(): Promise<void>;
}

/** Starts a server on a port of the system's choice, which nobody else can take before it is opened. */
export async function serveLater(): Promise<LaterServer> {
  let answer: Handler = () => new Response(null, { status: 503 });
  const { port, close } = await serve((request, clientAddress) => answer(request, clientAddress), {
    port: 0,
    host: "127.0.0.1",
  });
  return { origin: `http://127.0.0.1:${port}`, open: (handler) => void (answer = handler), close };
}
