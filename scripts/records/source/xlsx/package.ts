import { posix } from "node:path";
import type { OpenFile } from "../openFile.ts";
import { readSmallXml, type XmlHandler } from "./xml.ts";
import { entryBytes, readDirectory, type ZipEntry } from "./zip.ts";

/** Largest part that is held in memory, unpacked, in bytes, unless another limit is given. */
const largestPart = 16 * 1024 * 1024;

/** What a part says about another: its id there, the last word of its type, and its path. */
export interface Relationship {
  id: string;
  kind: string;
  path: string;
}

/** The parts of a workbook's archive (ECMA-376 part 2), and how they are related. */
export interface Package {
  /** Names of all entries of the archive. */
  names: readonly string[];
  find(path: string): ZipEntry | undefined;
  /** Reads a part; one that is not there has nothing to read. */
  read(path: string, handler: XmlHandler, limit?: number): Promise<void>;
  /** What a part, or the package itself (an empty path), is related to. */
  related(path: string): Promise<Relationship[]>;
}

/** Case makes no difference (section 9.1.1.2): some programs write `xl/SharedStrings.xml`. Others write backslashes. */
const normalPath = (name: string): string => name.replaceAll("\\", "/").replace(/^\//u, "").toLowerCase();

/**
 * Opens the archive of a workbook.
 * @throws CliError `failed` when it is damaged or too large.
 */
export async function openPackage(file: OpenFile): Promise<Package> {
  const entries = await readDirectory(file);
  const byPath = new Map(entries.map((entry) => [normalPath(entry.name), entry]));
  const find = (path: string) => byPath.get(normalPath(path));
  const read = async (path: string, handler: XmlHandler, limit = largestPart) => {
    const entry = find(path);
    if (entry) await readSmallXml(file.name, entryBytes(file, entry, limit), handler);
  };
  return {
    names: entries.map(({ name }) => name),
    find,
    read,
    async related(path) {
      const folder = posix.dirname(path);
      const all: Relationship[] = [];
      await read(posix.join(folder, "_rels", `${posix.basename(path)}.rels`), {
        open(name, { Id: id = "", Type: type = "", Target: target = "" }) {
          if (name !== "Relationship") return;
          const kind = type.slice(type.lastIndexOf("/") + 1);
          all.push({ id, kind, path: posix.resolve("/", folder, target).slice(1) });
        },
      });
      return all;
    },
  };
}
