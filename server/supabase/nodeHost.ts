import { WebSocket } from "ws";
import type { HostOptions } from "./client.ts";

/** The WebSocket that supabase-js needs on Node 20, which has none: without it `createClient` throws. */
export const nodeHost: HostOptions = { realtime: { transport: WebSocket } };
