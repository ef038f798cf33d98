// Lets Node run TypeScript: node --import ./scripts/typescript.mjs FILE. By itself tsx keeps its translations in the shared temporary
// folder, under a name that everybody knows (/tmp/tsx-1000), and runs what it finds there, whoever has put it there.
process.env.TSX_DISABLE_CACHE = "1";
await import("tsx");
