import { startDevServer } from "../journeys/devServer.ts";

/** One offline dev server for all journeys: two would fight over Vite's cache. Its address is in DEV_SERVER_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startDevServer();
  process.env.DEV_SERVER_URL = server.url;
  return () => server.stop();
}
