// This module lets Node run TypeScript: node --import ./scripts/typescript.mjs FILE. By default tsx keeps its
// translations in the shared temporary folder under a predictable name (/tmp/tsx-1000), and runs what it finds
// there, even if another user has put it there.
process.env.TSX_DISABLE_CACHE = "1";
await import("tsx");
