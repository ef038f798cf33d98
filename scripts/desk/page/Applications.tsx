import { useState } from "react";
import { type ApplicationStatus, applicationStatuses, replyWithin } from "../../../server/contract/limits.ts";
import { deskCopy } from "../words/desk.ts";
import { fieldClass } from "../../../components/ui/field.ts";
import { addressOf, go, useAddress } from "./address.ts";
import { api, useAction, useDesk, type ApplicationLine, type ApplicationsPage } from "./api.ts";
import { Application } from "./Application.tsx";
import { useKeys } from "./keys.ts";
import { Outcome, useUndoable } from "./Outcome.tsx";
import { Loaded } from "./states.tsx";

const words = deskCopy.applications;

/** The applications of a status, and one of them in full. Single keys decide, unless they are switched off. */
export function Applications() {
  const address = useAddress();
  const status = applicationStatuses.find((one) => one === address.get("status")) ?? "pending";
  const id = address.get("application") ?? undefined;
  const query = useDesk(["applications", status, id ?? ""], () =>
    api.applications.$post({ json: { status, ...(id !== undefined && { id }) } }),
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-2">
        <label className={fieldClass.stack}>
          <span className={fieldClass.label}>{words.status}</span>
          <select
            className={fieldClass.select}
            value={status}
            onChange={({ target }) =>
              go(addressOf({ ...Object.fromEntries(address), status: target.value, application: "" }))
            }
          >
            {applicationStatuses.map((one) => (
              <option key={one} value={one}>
                {words.statuses[one]}
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-h-12 items-center gap-2 pointer-coarse:max-sm:hidden">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-sea"
            checked={address.get("keys") !== "off"}
            onChange={({ target }) =>
              go(addressOf({ ...Object.fromEntries(address), keys: target.checked ? "" : "off" }))
            }
          />
          {words.keys}
        </label>
      </div>
      <Loaded query={query} shape="applications" still={`${status} ${id}`}>
        {(page) => (
          <Review
            key={`${status} ${id}`}
            page={page}
            status={status}
            asked={id}
            now={query.dataUpdatedAt}
            hasKeys={address.get("keys") !== "off"}
          />
        )}
      </Loaded>
    </>
  );
}

function Review(props: {
  page: ApplicationsPage;
  status: ApplicationStatus;
  asked: string | undefined;
  now: number;
  hasKeys: boolean;
}) {
  const { page, status, asked, now, hasKeys } = props;
  const { applications, more, actor } = page;
  const [chosen, choose] = useState(asked);
  const [undoable, setUndoable] = useUndoable();
  const action = useAction(({ id, decision }: { id: string; decision: ApplicationStatus }) =>
    api.applications[":id"].review.$post({ param: { id }, json: { decision } }),
  );
  const place = Math.max(
    applications.findIndex(({ id }) => id === chosen),
    0,
  );
  const current = applications[place];
  const step = (by: number) => {
    const next = applications[place + by];
    if (next) choose(next.id);
  };
  const decide = (id: string, decision: ApplicationStatus) => {
    if (action.isPending) return;
    // The next one takes its place in the list.
    if (id === current?.id) choose((applications[place + 1] ?? applications[place - 1])?.id);
    action.mutate({ id, decision }, { onSuccess: () => setUndoable(decision === "pending" ? undefined : id) });
  };
  const undo = () => {
    if (undoable === undefined) return;
    choose(undoable.id);
    decide(undoable.id, "pending");
  };
  useKeys(hasKeys, (event) => {
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "u") undo();
    else if (event.key === "a" && current?.status === "pending") decide(current.id, "accepted");
    else if (event.key === "d" && current?.status === "pending") decide(current.id, "declined");
  });
  return (
    <>
      <Outcome action={action} until={undoable?.until} onUndo={undo} />
      {current ? (
        <div className="grid items-start gap-4 pb-24 lg:grid-cols-[20rem_1fr] [&>*]:min-w-0">
          <nav className="panel max-h-44 overflow-y-auto p-0! lg:max-h-[70vh]" aria-label={words.list}>
            <ul>
              {applications.map((one) => (
                <ListLine key={one.id} application={one} now={now} isCurrent={one === current} choose={choose} />
              ))}
            </ul>
            {more && <p className="p-3 text-muted">{words.more[status]}</p>}
          </nav>
          <Application
            key={current.id}
            application={current}
            actor={actor}
            onDecide={decide}
            isBusy={action.isPending}
          />
        </div>
      ) : (
        <p className="panel text-muted">{words.none[status]}</p>
      )}
    </>
  );
}

function ListLine(props: {
  application: ApplicationLine;
  now: number;
  isCurrent: boolean;
  choose: (id: string) => void;
}) {
  const { application, now, isCurrent, choose } = props;
  const { id, name, reason, created_at: sent, status, before } = application;
  const hours = Math.floor((Date.parse(sent) + replyWithin - now) / 3_600_000);
  return (
    <li className="border-b border-rule last:border-b-0">
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        ref={(element) => {
          if (isCurrent) element?.scrollIntoView({ block: "nearest" });
        }}
        className="flex min-h-11 w-full cursor-pointer flex-wrap items-center justify-between gap-x-3 px-4 py-2 text-start aria-[current]:bg-tint forced-colors:aria-[current]:border-2"
        onClick={() => choose(id)}
      >
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
        {status === "pending" && (
          <span className={hours < 0 ? "text-danger" : "text-muted"}>
            {hours < 0 ? words.late(-hours) : words.left(hours)}
          </span>
        )}
        <span className="line-clamp-2 basis-full text-muted wrap-anywhere">{reason}</span>
        {before !== null && <span className="basis-full font-semibold">{words.before[before]}</span>}
      </button>
    </li>
  );
}
