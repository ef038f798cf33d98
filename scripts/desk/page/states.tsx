import { type UseMutationResult, type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { deskCopy } from "../words/desk.ts";
import { quietButton, secondaryButton } from "../../../components/ui/button.ts";
import type { Done } from "./api.ts";
import { type Shape, Skeleton } from "./Skeleton.tsx";

type Query<T> = Pick<UseQueryResult<T>, "data" | "dataUpdatedAt" | "error" | "isFetching"> & { refetch: () => unknown };

/**
 * Shows the result of a query, or its outlines while it is read, or why it could not be. With `still`, the first result
 * for that key (a filter, so many pages) stays until the operator does something or asks for newer data.
 */
export function Loaded<T>(props: {
  query: Query<T>;
  shape?: Shape;
  still?: string;
  children: (data: T, at: number) => ReactNode;
}) {
  const { query, shape = "lines", still, children } = props;
  const { error, refetch, isFetching } = query;
  const shown = useStill(query, still ?? "");
  const data = still === undefined ? query.data : shown.data;
  return (
    <>
      {error && (
        <div role="alert" className="slip mb-4 grid justify-items-start gap-3 p-4">
          <p className="font-semibold text-danger">
            <Sentence of={error.message} />
          </p>
          <button type="button" className={secondaryButton} disabled={isFetching} onClick={() => void refetch()}>
            {deskCopy.again}
          </button>
        </div>
      )}
      {still !== undefined && shown.isOld && (
        <div role="status" className="slip sticky top-2 z-10 mb-4 flex flex-wrap items-center gap-x-4 px-4 py-1">
          <p>{deskCopy.changed}</p>
          <button type="button" className={quietButton} onClick={shown.renew}>
            {deskCopy.showChanged}
          </button>
        </div>
      )}
      {data !== undefined && children(data, still === undefined ? query.dataUpdatedAt : shown.at)}
      {data === undefined && !error && <Skeleton of={shape} />}
    </>
  );
}

/**
 * The first result of a query for a key, or the one after the operator's last action; `isOld` once there is a
 * newer one.
 */
function useStill<T>({ data, dataUpdatedAt: at }: Pick<Query<T>, "data" | "dataUpdatedAt">, of: string) {
  const actions = useQueryClient().getMutationCache().getAll();
  const acted = Math.max(0, ...actions.map(({ state }) => state.submittedAt));
  const [shown, setShown] = useState({ data, at, of });
  const isNew = data !== shown.data;
  const isAsked = shown.data === undefined || shown.of !== of || shown.at < acted;
  if (isNew ? isAsked : at > shown.at) setShown({ data, at, of });
  return { ...shown, isOld: isNew && !isAsked, renew: () => setShown({ data, at, of }) };
}

/** Says that a list is empty, and what can be done about it. */
export const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="grid justify-items-start gap-3">
    <p className="text-muted">{text}</p>
    {children}
  </div>
);

/** An address that breaks after its @ rather than anywhere. */
export function Email({ of }: { of: string }) {
  const [local, ...domain] = of.split("@");
  return (
    <>
      {local}@<wbr />
      {domain.join("@")}
    </>
  );
}

/** A sentence, in which a command's flags are not broken. */
export const Sentence = ({ of }: { of: string }) =>
  of.split(/(--[a-z-]+)/u).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a sentence is replaced as a whole
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );

/** The result of an action, in a sentence that screen readers read out. */
export function ActionResult({ of: { data, error } }: { of: Pick<UseMutationResult<Done>, "data" | "error"> }) {
  return (
    <p role="status" className={`empty:hidden ${error ? "font-semibold text-danger" : "font-semibold text-success"}`}>
      <Sentence of={error?.message ?? data?.message ?? ""} />
    </p>
  );
}
