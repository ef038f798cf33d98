import { isUndeliverable } from "../../../server/mail/transports/classify.ts";
import { counted } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { callFunction } from "../../cli/data.ts";
import { CliError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { nameProblems, Problems } from "../../cli/problems.ts";
import { type AddressFile, type AddressLine, eachBatch, openAddressFile } from "../../records/addressFile.ts";
import { cellText, normalName } from "../../records/addresses.ts";

/** Options of `mail bounces`, as commander gives them. */
export interface BouncesOptions {
  complaints?: true;
  meaning?: string[];
  sheet?: string;
}

/** Whether a bounce is for good. */
const kinds = ["permanent", "temporary"] as const;
type Kind = (typeof kinds)[number];

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

// Words of Amazon SES, Postmark, Mailgun, SendGrid, SparkPost, Brevo and Mailchimp, in normal form.
const permanent = list(`permanent permanentfailure permanentbounce permanentfail hard hardbounce hardbounced hardbounces
  noemail badmailbox bademailaddress invalidemail invalidrecipient unknownuser userunknown nosuchuser mailboxnotfound`);
const temporary =
  list(`transient temporary temporaryfailure temporarybounce temporaryfail soft softbounce softbounced softbounces
  deferred deferral delayed mailboxfull dnserror`);

/** Columns that may tell the kind of a bounce, by their names in normal form. */
const kindColumn =
  /type|class|categor|code|status|severity|bounce|reason|error|diagnos|response|smtp|dsn|event|hard|soft|perman|result/u;

/** Most different values that are looked at before a column counts as free text. */
const few = 20;

/** The kind of a bounce by a word or a status code: of those, only 5.1.x and 5.2.1 (RFC 3463) say that an address is at fault. */
export function kindOf(text: string, meanings: ReadonlyMap<string, Kind>): Kind | undefined {
  const word = normalName(text);
  const said = meanings.get(word);
  if (said) return said;
  if (permanent.has(word)) return "permanent";
  if (temporary.has(word)) return "temporary";
  const [code] = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/u.exec(text) ?? [];
  if (code !== undefined && isUndeliverable(code)) return "permanent";
  return code?.startsWith("4") || (code === undefined && /^4\d\d(?!\d)/u.test(text.trim())) ? "temporary" : undefined;
}

/** Reads `--meaning Word=permanent`. @throws CliError `usage` */
function readMeanings(pairs: readonly string[]): Map<string, Kind> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf("=");
      const kind = kinds.find((one) => one === pair.slice(at + 1));
      if (at === -1 || !kind)
        throw new CliError(
          "usage",
          `--meaning ${pair}: give a word and what it means: Bounce=permanent or Bounce=temporary.`,
        );
      return [normalName(pair.slice(0, at)), kind];
    }),
  );
}

/** Columns that may tell the kind: by their names, or because they have a word of it. */
async function kindColumns({ header, addresses }: AddressFile): Promise<number[]> {
  // Of a file by `mail failed`, the operator has left those that are meant.
  if (!header || ["kind", "attempts", "ended_at"].every((name) => header.includes(name))) return [];
  const values = header.map(() => new Set<string>());
  for await (const { cells } of addresses(new Problems()))
    for (const [index, seen] of values.entries()) if (seen.size <= few) seen.add(cells[index] ?? "");
  return header.flatMap((name, index) => {
    const texts = [...(values[index] ?? [])].map(cellText).filter((text) => text !== "");
    const known = texts.some((text) => kindOf(text, new Map()));
    return texts.length > 0 && (known || (texts.length <= few && kindColumn.test(normalName(name)))) ? [index] : [];
  });
}

/** Settles which lines are of permanent bounces, by asking about values that are not understood. @throws CliError `usage` */
async function settleKinds(
  { prompts }: BackendContext,
  file: AddressFile,
  meanings: Map<string, Kind>,
): Promise<(line: AddressLine) => boolean> {
  const columns = await kindColumns(file);
  if (columns.length === 0) return () => true;
  const judge = ({ cells }: AddressLine): Kind | { column: number; text: string } => {
    const texts = columns.map((column) => ({ column, text: cellText(cells[column] ?? "") }));
    const said = texts.flatMap(({ text }) => kindOf(text, meanings) ?? []);
    const unknown = texts.find(({ text }) => text !== "") ?? { column: columns[0] ?? 0, text: "" };
    return said.includes("temporary") ? "temporary" : (said[0] ?? unknown);
  };
  for await (const line of file.addresses(new Problems())) {
    const kind = judge(line);
    if (typeof kind === "string") continue;
    const name = file.header?.[kind.column] ?? "";
    const problem = `The column "${name}" has a value that is not understood, in ${line.where}: ${kind.text === "" ? "a blank" : `"${kind.text}"`}.`;
    const answer = await prompts?.choose(`${problem} What does it say of the address?`, [
      { value: "permanent", label: "permanent", hint: "the address does not exist: never mail it again" },
      { value: "temporary", label: "temporary", hint: "leave the address as it is" },
    ]);
    if (!answer)
      throw new CliError("usage", problem, {
        hint: `Only addresses that do not exist must be given up. Say what it means: --meaning "${kind.text}=permanent" or --meaning "${kind.text}=temporary". If the column says nothing of this, delete it.`,
      });
    meanings.set(normalName(kind.text), answer);
  }
  return (line) => judge(line) === "permanent";
}

/**
 * Records that the addresses in a file must not be mailed again. Of a file that tells kinds of bounces, only permanent ones are. It can
 * be repeated after any interruption.
 * @throws CliError `failed` when the file cannot be read or some lines hold no address, `usage`, `unreachable`.
 */
export async function recordBounces(
  context: BackendContext,
  path: string,
  { complaints, meaning = [], sheet }: BouncesOptions,
): Promise<void> {
  const event = complaints ? "complained" : "bounced";
  const meanings = readMeanings(meaning);
  const file = await openAddressFile(context, path, sheet);
  const isMeant = complaints ? () => true : await settleKinds(context, file, meanings);
  const malformed = new Problems();
  let [known, others] = [0, 0];
  async function* meant() {
    for await (const line of file.addresses(malformed)) {
      if (isMeant(line)) yield line;
      else others += 1;
    }
  }
  const given = await eachBatch(context, meant(), async (batch) => {
    const people = JSON.stringify(batch.map(({ email }) => email));
    known += await callFunction(context, "record_email_event", { event, people });
  });
  const strangers = given - known;
  say(
    context,
    `${counted(known, "address", "addresses")} will not be mailed again${strangers > 0 ? `; ${counted(strangers, "was", "were")} not known here` : ""}${others > 0 ? `; ${counted(others, "bounce was", "bounces were")} temporary` : ""}.`,
  );
  if (malformed.count === 0) return;
  nameProblems(context, malformed);
  throw new CliError("failed", `${counted(malformed.count, "line")} could not be read.`);
}
