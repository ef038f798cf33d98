import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { deskCopy } from "../words/desk.ts";
import { addressOf, go } from "./address.ts";
import { api, type PeopleFilter, type PeopleGroups } from "./api.ts";
import { useBulk } from "./bulk.ts";
import { BulkDialog, type BulkTask } from "./BulkDialog.tsx";
import { count } from "./format.ts";
import type { Selection } from "./selection.ts";
import { ActionResult } from "./states.tsx";

const words = deskCopy.people.bulk;

/** Saves the people of a filter as a file. @throws DeskError */
async function exportPeople(filter: PeopleFilter): Promise<void> {
  const file = await (await api.people.export.$post({ json: { ...filter, order: "oldest" } })).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "people.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * The address of a mail to the people of a filter; undefined if mails have no such filter, or none goes to
 * these people.
 */
function mailTo({ search, ids, ...filter }: PeopleFilter): string | undefined {
  return filter.status === "unsubscribed" || search !== undefined || ids !== undefined
    ? undefined
    : addressOf({ view: "mail", order: "oldest", ...filter });
}

/** Shows how many people are listed or selected, and the actions for them. */
export function BulkBar(props: {
  filter: PeopleFilter;
  total: number;
  selection: Selection;
  groups: PeopleGroups | undefined;
  /** Whether the list still belongs to another filter. */
  isOld: boolean;
  onHelp: () => void;
}) {
  const { filter, total, selection, groups, isOld, onHelp } = props;
  const { ids, isAll, selectAll, clear } = selection;
  const [task, setTask] = useState<BulkTask>();
  const bulk = useBulk();
  const saving = useMutation<void, Error, PeopleFilter>({ mutationFn: exportPeople });
  const isSome = ids.size > 0;
  const n = isAll || !isSome ? total : ids.size;
  const chosen: PeopleFilter = isAll || !isSome ? filter : { ids: [...ids] };
  const mail = mailTo(chosen);
  const isBusy = isOld || bulk.isPending || saving.isPending;
  const button = (label: string, onClick: () => void, look = "") => (
    // The button is not disabled, as it would lose the focus.
    <button
      type="button"
      className={`small-button ${look}`}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onClick()}
    >
      {label}
    </button>
  );
  return (
    <div className="bulk-bar">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className={`font-semibold ${isSome ? "max-sm:text-xs" : ""}`}>
          {isSome ? words.selected(count(n), count(total)) : deskCopy.people.found(count(total))}
        </p>
        {isSome && !isAll && ids.size < total && (
          <button type="button" className="text-button" onClick={selectAll}>
            {words.all}
          </button>
        )}
        {isSome && (
          <button type="button" className="text-button" onClick={clear}>
            {words.clear}
          </button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isSome && button(words.tag, () => setTask("tag"))}
        {isSome && button(words.confirm, () => setTask("confirm"))}
        {isSome && button(words.unsubscribe, () => setTask("unsubscribe"), "text-danger!")}
        {button(isSome ? words.export : words.exportAll, () => saving.mutate(chosen))}
        {button(isSome ? words.mail : words.mailAll, () => (mail === undefined ? setTask("mail") : go(mail)))}
        <button type="button" className="small-button max-sm:hidden" aria-label={words.keys} onClick={onHelp}>
          ?
        </button>
      </div>
      {(bulk.isPending || bulk.data || bulk.error || saving.error) && (
        <div className="slip outcome">
          <div className="flex-1">
            {bulk.isPending ? (
              <p role="status">{words.done(count(bulk.done), count(n))}</p>
            ) : (
              <ActionResult of={bulk} />
            )}
            {bulk.isError && bulk.done > 0 && <p>{words.again(count(bulk.done))}</p>}
            <ActionResult of={{ data: undefined, error: saving.error }} />
          </div>
          {!isBusy && (
            <button
              type="button"
              className="small-button"
              aria-label={deskCopy.close}
              onClick={() => {
                bulk.reset();
                saving.reset();
              }}
            >
              <span aria-hidden="true">×</span>
            </button>
          )}
        </div>
      )}
      {task && (
        <BulkDialog
          task={task}
          n={n}
          tags={groups?.tags.map(({ name }) => name) ?? []}
          onClose={() => setTask(undefined)}
          onDo={(action) => {
            setTask(undefined);
            bulk.mutate(
              { action, filter: chosen },
              {
                onSuccess: () => {
                  if (task === "mail")
                    go(addressOf({ view: "mail", tag: "tag_name" in action ? action.tag_name : "" }));
                },
              },
            );
          }}
        />
      )}
    </div>
  );
}
