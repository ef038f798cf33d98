import { codeOf } from "./caught.ts";

/** As many open files as Linux allows by default, in files; a start needs some 100 of them at once, and each visitor one more. */
const usual = 1024;

/** Codes of Node's errors when it may open no more files. Of a package's file it then says that it is not there. */
const codes: ReadonlySet<unknown> = new Set(["EMFILE", "ERR_MODULE_NOT_FOUND"]);

/** What PostgreSQL says, in English, when it may open no more; initdb passes it on. */
const postgresSays = /insufficient file descriptors|too many open files/iu;

const tells = (error: unknown): boolean =>
  error instanceof Error && (codes.has(codeOf(error)) || postgresSays.test(error.message) || tells(error.cause));

/** Says, in one line, that an error comes from a limit that allows too few open files; undefined for any other error. */
export function fewFiles(error: unknown): string | undefined {
  if (!tells(error)) return undefined;
  const limit = /"open_files":\{"soft":(\d+)/u.exec(JSON.stringify(process.report.getReport()))?.[1];
  if (limit === undefined || Number(limit) >= usual) return undefined;
  return `Only ${limit} files may be open at once here, which is too few. Allow more: ulimit -n ${usual}; in a systemd unit, LimitNOFILE=${usual}`;
}
