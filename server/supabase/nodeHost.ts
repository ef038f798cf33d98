import { WebSocket } from "ws";
import type { HostOptions } from "./client.ts";

/** What supabase-js needs on Node 20, which has no WebSocket of its own: without one `createClient` throws. */
export const nodeHost: HostOptions = { realtime: { transport: WebSocket } };
