// ws offers the browser's WebSocket interface, which is all that supabase-js asks of it.
declare module "ws" {
  export const WebSocket: typeof globalThis.WebSocket;
}
