import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeskDone, DeskProblem } from "../../../server/contract/desk.ts";
import { deskCopy } from "../words/desk.ts";

/** The reason why a request was not carried out, in words for the operator. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  /** HTTP status; 0 where nothing answers. */
  readonly status: number;
  constructor({ message, hint }: DeskProblem, status: number) {
    super(hint === undefined ? message : `${message} ${hint}`);
    this.status = status;
  }
}

/** Sends a request to a route below `api/`. @throws DeskError unless it was carried out. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(`api/${path}`, init).catch(() => undefined);
  if (!response) throw new DeskError({ message: deskCopy.closed }, 0);
  if (response.ok) return response;
  const text = await response.text();
  const isProblem = response.headers.get("content-type")?.includes("json") ?? false;
  const problem: DeskProblem = isProblem
    ? JSON.parse(text)
    : { message: text.trim() || deskCopy.noWords(response.status) };
  throw new DeskError(problem, response.status);
}

/** @throws DeskError */
export async function read<T>(path: string): Promise<T> {
  return (await send(path, {})).json();
}

/**
 * The answer of a route, read again when its window gets the focus. It is also read at intervals, but only
 * while `moves` says so and the window is visible, because the desk ends when it is idle.
 */
export const useDesk = <T>(path: string, moves: (data: T) => boolean = () => false) => {
  const key: QueryKey = path.split(/[/?]/u);
  return useQuery({
    queryKey: key,
    queryFn: () => read<T>(path),
    refetchInterval: ({ state: { data } }) => data !== undefined && moves(data) && 3000,
  });
};

export const posted = (body: object = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/**
 * An action of a route. Its input is the body, unless `bodyOf` says otherwise. The queries on show are read
 * again once the action was done (after `onDone`) or was refused.
 */
export function useAction<T extends object>(
  pathOf: (input: T) => string,
  { onDone, bodyOf = (input) => input }: { onDone?: (done: DeskDone) => void; bodyOf?: (input: T) => object } = {},
) {
  const client = useQueryClient();
  return useMutation<DeskDone, Error, T>({
    mutationFn: async (input) => (await send(pathOf(input), posted(bodyOf(input)))).json(),
    onSuccess: (done) => onDone?.(done),
    onSettled: () => client.invalidateQueries(),
  });
}
