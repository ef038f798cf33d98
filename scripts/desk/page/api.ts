import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { hc, type InferRequestType, type InferResponseType } from "hono/client";
import type { DeskApi } from "../routes/api.ts";
import type { Problem } from "../routes/problem.ts";
import { deskCopy } from "../words/desk.ts";

/** The reason why a request was not carried out, in words for the operator. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  /** HTTP status; 0 where nothing answers. */
  readonly status: number;
  constructor({ message, hint }: Problem, status: number) {
    super(hint === undefined ? message : `${message} ${hint}`);
    this.status = status;
  }
}

/** Sends a request. @throws DeskError unless it was carried out. */
export async function send(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request).catch(() => undefined);
  if (!response) throw new DeskError({ message: deskCopy.closed }, 0);
  if (response.ok) return response;
  const { status, headers } = response;
  const noWords: Problem = { message: deskCopy.noWords(status) };
  if (headers.get("content-type")?.includes("json"))
    throw new DeskError(await response.json().catch(() => noWords), status);
  const text = await response.text().catch(() => "");
  throw new DeskError(text.trim() === "" ? noWords : { message: text.trim() }, status);
}

/** The routes of the desk, as functions. Each throws a {@link DeskError} unless the request was carried out. */
export const api = hc<DeskApi>("api", { fetch: send });

// What the routes take and answer, as their code says it.
export type Overview = InferResponseType<typeof api.overview.$get>;
export type Finding = InferResponseType<typeof api.findings.$get>[number];
export type PeopleRequest = InferRequestType<typeof api.people.$post>["json"];
export type PeoplePage = InferResponseType<typeof api.people.$post>;
export type PersonLine = PeoplePage["people"][number];
export type PeopleGroups = InferResponseType<typeof api.groups.$get>;
/** Which people a request is about. */
export type PeopleFilter = Omit<PeopleRequest, "order" | "after">;
export type BulkRequest = InferRequestType<typeof api.people.act.$post>["json"];
export type Person = InferResponseType<(typeof api.people)[":id"]["$get"]>;
export type PersonName = NonNullable<Person["referrer"]>;
export type PersonEvent = Person["timeline"][number];
export type ApplicationsPage = InferResponseType<typeof api.applications.$post>;
export type ApplicationLine = ApplicationsPage["applications"][number];
export type ApplicationEvent = InferResponseType<(typeof api.applications)[":id"]["events"]["$get"]>[number];
export type Mails = InferResponseType<typeof api.mails.$get>;
export type MailLine = Mails["queuedMails"][number];
export type TroubledMail = InferResponseType<typeof api.mails.trouble.$get>[number];
export type MailDraft = InferResponseType<typeof api.drafts.$get>[number];
export type WaveRequest = InferRequestType<typeof api.wave.$post>["json"];
export type WaveSurvey = InferResponseType<typeof api.wave.$post>;
/** What was done, in words for the operator. */
export type Done = InferResponseType<typeof api.wave.send.$post>;

/** An answer in JSON. */
interface Answer<T> {
  json(): Promise<T>;
}

/** What a route answers. @throws DeskError unless the request was carried out and its answer is whole */
export async function answerOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  return answer.json().catch(() => {
    throw new DeskError({ message: deskCopy.incomplete }, 0);
  });
}

/** Longest wait for what a view reads, in ms: the server may have to ask the backend a second time after 30 s. */
export const longestRead = 40_000;

/** As {@link answerOf}, for what is only read. @throws DeskError also if it takes longer than {@link longestRead} */
export async function read<T>(asked: Promise<Answer<T>>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeskError({ message: deskCopy.late(longestRead / 1000) }, 0)), longestRead);
  });
  return Promise.race([answerOf(asked), late]).finally(() => clearTimeout(timer));
}

/**
 * The answer of a route, read again when its window gets the focus. It is also read at intervals, but only
 * while `moves` says so and the window is visible, because the desk ends when it is idle.
 */
export const useDesk = <T>(
  key: readonly string[],
  ask: () => Promise<Answer<T>>,
  moves: (data: T) => boolean = () => false,
) =>
  useQuery({
    queryKey: key,
    queryFn: () => read(ask()),
    refetchInterval: ({ state: { data } }) => data !== undefined && moves(data) && 3000,
  });

/**
 * An action of a route. The queries on show are read again once the action was done (after `onDone`) or was
 * refused.
 */
export function useAction<T = void>(
  act: (input: T) => Promise<Answer<Done>>,
  { onDone }: { onDone?: (done: Done) => void } = {},
) {
  const client = useQueryClient();
  return useMutation<Done, Error, T>({
    mutationFn: (input) => answerOf(act(input)),
    onSuccess: (done) => onDone?.(done),
    onSettled: () => client.invalidateQueries(),
  });
}
