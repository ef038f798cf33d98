import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PeopleRequest, SavedFilter } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { fieldClass } from "../ui/field.ts";
import { addressOf, go } from "./address.ts";
import { posted, send, useDesk } from "./api.ts";

const words = deskCopy.people;

/** The operator's filters to go to, and a form to save those that are set. */
export function SavedFilters({ request }: { request: PeopleRequest }) {
  const [name, setName] = useState("");
  const client = useQueryClient();
  const { data: filters = [], error: unread } = useDesk<SavedFilter[]>("filters");
  const { mutate, error, isPending } = useMutation<SavedFilter[], Error, { path: string; body: object }>({
    mutationFn: async ({ path, body }) => (await send(path, posted(body))).json(),
    onSuccess: (saved) => client.setQueryData(["filters"], saved),
  });
  const { standing, source, answer, friends } = request;
  const problem = error ?? unread;
  return (
    <section className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3" aria-label={words.saved}>
      {filters.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {filters.map((saved) => (
            <li key={saved.name} className="flex rounded-lg border border-edge bg-surface">
              <button
                type="button"
                className="min-h-12 cursor-pointer ps-4 pe-2 font-semibold text-sea wrap-anywhere"
                onClick={() => go(addressOf({ view: "people", ...saved.filter }))}
              >
                {saved.name}
              </button>
              <button
                type="button"
                className="min-h-12 min-w-11 cursor-pointer text-muted hover:text-danger"
                aria-label={words.forget(saved.name)}
                disabled={isPending}
                onClick={() => mutate({ path: "filters/remove", body: { name: saved.name } })}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {[standing, source, answer, friends].some(Boolean) && (
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ path: "filters", body: { name, filter: request } }, { onSuccess: () => setName("") });
          }}
        >
          <label className={fieldClass.stack}>
            <span className={fieldClass.label}>{words.saveAs}</span>
            <input
              className={fieldClass.input}
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          <button type="submit" className={secondaryButton} disabled={isPending}>
            {words.save}
          </button>
        </form>
      )}
      {problem && (
        <p role="alert" className="w-full font-semibold text-danger">
          {problem.message}
        </p>
      )}
    </section>
  );
}
