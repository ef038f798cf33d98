import { codeOf } from "./caught.ts";

/** As many open files as Linux allows by default, in files; a start needs some 100 of them at once, and each visitor one more. */
const usual = 1024;

/** From so many on, a package that Node does not find is really missing, as before `npm ci`. macOS allows 256 by default. */
const enoughToLoad = 128;

/** What PostgreSQL says, in English, when it may open no more files; initdb passes it on. */
const postgresSays = /insufficient file descriptors|too many open files/iu;

/** The highest limit at which an error, or one that it follows from, comes from the limit; 0 for any other error. */
function highestLimit(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  const code = codeOf(error);
  if (code === "EMFILE" || postgresSays.test(error.message)) return usual;
  // Where Node may open no more, it says of a package's file that it is not there.
  return code === "ERR_MODULE_NOT_FOUND" ? enoughToLoad : highestLimit(error.cause);
}

/** Says, in one line, that an error comes from a limit that allows too few open files; undefined for any other error. */
export function fewFiles(error: unknown): string | undefined {
  const highest = highestLimit(error);
  if (highest === 0) return undefined;
  const limit = /"open_files":\{"soft":(\d+)/u.exec(JSON.stringify(process.report.getReport()))?.[1];
  if (limit === undefined || Number(limit) >= highest) return undefined;
  return `Only ${limit} files may be open at once here, which is too few. Allow more: ulimit -n ${usual}; in a systemd unit, LimitNOFILE=${usual}`;
}
