import { once } from "node:events";
import { createServer } from "node:net";
import { listen } from "./listen.ts";

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

/**
 * Starts a program that cannot choose its ports on free ones, and once more on others if another program has
 * taken one of them meanwhile. A program that did not start must have ended.
 * @throws the error of the start
 */
export async function onFreePorts<T>(start: (port: number, second: number) => Promise<T>): Promise<T> {
  const [port, second] = [await freePort(), await freePort()];
  try {
    return await start(port, second);
  } catch (error) {
    if ((await isFree(port)) && (await isFree(second))) throw error;
    return start(await freePort(), await freePort());
  }
}
