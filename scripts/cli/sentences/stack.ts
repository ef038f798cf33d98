import { databasesAside } from "../../../server/embedded/folder/restored.ts";
import type { Waiting } from "../../../server/embedded/folder/join.ts";
import type { BackendContext } from "../session/context.ts";
import { type Io, say, type Speaker } from "../terminal/io.ts";

/**
 * Names, for a person, whose records a command works on: the address of a stack that was started for the
 * command tells nothing.
 */
export const whereOf = ({ embedded, settings, url }: Pick<BackendContext, "embedded" | "settings" | "url">): string =>
  embedded ? settings.DATA_FOLDER.value : new URL(url).host;

/** The data folder of the embedded stack; undefined for a hosted project. */
export const dataFolderOf = ({
  embedded,
  settings,
}: Pick<BackendContext, "embedded" | "settings">): string | undefined =>
  embedded ? settings.DATA_FOLDER.value : undefined;

/** How a command waits for another process: until an interruption, while it says what it waits for. */
export const waiting = (io: Speaker & Pick<Io, "signal">): Required<Waiting> => ({
  signal: io.signal,
  onWait: (line) => say(io, line),
});

/**
 * Says what an erasure does not reach, including the former databases that restores put aside in the embedded
 * stack's folder.
 */
export async function unerasedText(context: Pick<BackendContext, "embedded" | "settings">): Promise<string> {
  const dataFolder = dataFolderOf(context);
  const folders = dataFolder === undefined ? [] : (await databasesAside(dataFolder)).map(({ folder }) => folder);
  const aside = `Nor can the databases that a restore put aside; delete them yourself: ${folders.join(", ")}`;
  return `Mails at your mail provider, backups and earlier exports cannot be erased from here.${folders.length > 0 ? ` ${aside}` : ""}`;
}

/** Says who sends the mails that a command has put into the outbox; the command itself never does. */
export const senderText = ({ embedded, stackSends }: Pick<BackendContext, "embedded" | "stackSends">): string => {
  if (stackSends) return "The running stack (npm start) sends them.";
  return embedded
    ? "The next npm start sends them. Without it: npx prelaunch mail send"
    : `The deployed function sends them, if Resend is set up. If not, or to send them sooner: npx prelaunch mail send`;
};
