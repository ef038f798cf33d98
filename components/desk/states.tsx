import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DeskDone } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { secondaryButton } from "../ui/button.ts";

/** What was read, or that it is being read, or why it could not be. */
export function Loaded<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isFetching"> & { refetch: () => unknown };
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch, isFetching } = query;
  return (
    <>
      {error && (
        <div role="alert" className="panel mb-4 grid justify-items-start gap-3">
          <p className="font-semibold text-danger">{error.message}</p>
          <button type="button" className={secondaryButton} disabled={isFetching} onClick={() => void refetch()}>
            {deskCopy.again}
          </button>
        </div>
      )}
      {data !== undefined && children(data)}
      {data === undefined && !error && (
        <p role="status" className="panel text-muted">
          {deskCopy.loading}
        </p>
      )}
    </>
  );
}

/** What came of an action. */
export function Said({ of: { data, error } }: { of: Pick<UseMutationResult<DeskDone>, "data" | "error"> }) {
  return (
    <p role="status" className={`empty:hidden ${error ? "font-semibold text-danger" : "font-semibold text-success"}`}>
      {error?.message ?? data?.message}
    </p>
  );
}
