import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { deskFilterNames } from "../../../server/contract/peopleFilter.ts";
import { deskCopy } from "../words/desk.ts";
import { secondaryButton } from "../../../components/ui/button.ts";
import { addressOf, go, useAddress } from "./address.ts";
import { api, read, useDesk, type Done, type PeoplePage, type PeopleRequest } from "./api.ts";
import { BulkBar } from "./BulkBar.tsx";
import { DeskLink } from "./DeskLink.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { useKeys } from "./keys.ts";
import { PeopleFilters } from "./PeopleFilters.tsx";
import { PeopleTable } from "./PeopleTable.tsx";
import { PersonDialog } from "./PersonDialog.tsx";
import { useSelection } from "./selection.ts";
import { Empty, Loaded, ActionResult } from "./states.tsx";
import { peopleOrders, subscriberStatuses } from "../words/choices.ts";

const words = deskCopy.people;

/** Time without typing before a search begins, in ms. */
const pause = 250;

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((one) => one === value);

/** The request that the address describes; the server reports what is wrong with a filter. */
function requestOf(address: URLSearchParams, search: string): PeopleRequest {
  const status = oneOf(subscriberStatuses, address.get("status"));
  const texts = deskFilterNames.flatMap((name) => {
    const text = address.get(name);
    return text ? [[name, text] as const] : [];
  });
  return {
    order: oneOf(peopleOrders, address.get("order")) ?? "newest",
    ...(status ? { status } : {}),
    ...Object.fromEntries(texts),
    ...(search ? { search } : {}),
  };
}

/** Everybody on the waitlist, filtered by the address, to select and do something for; and one of them in full. */
export function People() {
  const address = useAddress();
  // The search is not in the address, as it is part of a person's address.
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const request = requestOf(address, search);
  const { order: _order, ...filter } = request;
  const query = useInfiniteQuery<PeoplePage, Error, PeoplePage[], [string, PeopleRequest], PeopleRequest["after"]>({
    queryKey: ["people", request],
    initialPageParam: undefined,
    queryFn: ({ pageParam }) =>
      read(api.people.$post({ json: { ...request, ...(pageParam ? { after: pageParam } : {}) } })),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages,
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, fetchNextPage, isFetching, data } = query;
  const groups = useDesk(["groups"], () => api.groups.$get()).data;
  const [erased, setErased] = useState<Done>();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const asked = Object.fromEntries(address);
  const change = (changes: Record<string, string>) => go(addressOf({ ...asked, ...changes }));
  const clear = () => {
    setTyped("");
    go(addressOf({ view: "people" }));
  };
  const searchField = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLTableSectionElement>(null);
  const selection = useSelection(data?.flatMap(({ people }) => people) ?? [], JSON.stringify(filter));
  const hasKeys = address.get("keys") !== "off";
  const focus = (at: number) => list.current?.rows[at]?.querySelector<HTMLElement>("button")?.focus();
  useKeys(hasKeys && !isHelpOpen && !address.has("person"), (event) => {
    const rows = [...(list.current?.rows ?? [])];
    const place = rows.findIndex((row) => row.contains(document.activeElement));
    const id = rows[place]?.dataset["id"];
    if (event.key === "/") {
      // The key that opens the search must not be typed into it.
      event.preventDefault();
      searchField.current?.focus();
    } else if (event.key === "?") setIsHelpOpen(true);
    else if (event.key === "j" && place === rows.length - 1 && hasNextPage) void fetchNextPage();
    else if (event.key === "j") focus(place + 1);
    else if (event.key === "k") focus(Math.max(place - 1, 0));
    else if (event.key.toLowerCase() === "x" && id !== undefined) selection.toggle(id, event.shiftKey);
  });
  return (
    <>
      <PeopleFilters
        request={request}
        groups={groups}
        typed={typed}
        searchRef={searchField}
        onType={setTyped}
        onEnter={() => focus(0)}
        onChange={change}
      />
      <ActionResult of={{ data: erased, error: null }} />
      <Loaded query={query} shape="people" still={JSON.stringify([request, data?.length])}>
        {(pages) => {
          const people = pages.flatMap((page) => page.people);
          if (people.length === 0)
            return (
              <section className="panel">
                <Empty text={Object.keys(filter).length > 0 ? words.none : words.nobody}>
                  {Object.keys(filter).length === 0 ? (
                    <DeskLink to={{ view: "overview" }} className="font-semibold text-sea underline underline-offset-4">
                      {words.first}
                    </DeskLink>
                  ) : (
                    <button type="button" className={secondaryButton} onClick={clear}>
                      {words.clear}
                    </button>
                  )}
                </Empty>
              </section>
            );
          return (
            <section className="panel pt-0!">
              <BulkBar
                filter={filter}
                total={pages[0]?.total ?? people.length}
                selection={selection}
                groups={groups}
                isOld={query.isPlaceholderData}
                onHelp={() => setIsHelpOpen(true)}
              />
              <PeopleTable people={people} request={request} selection={selection} listRef={list} onChange={change} />
              {hasNextPage && (
                <button
                  type="button"
                  className={`${secondaryButton} mt-4`}
                  disabled={isFetching}
                  onClick={() => void fetchNextPage()}
                >
                  {words.more}
                </button>
              )}
            </section>
          );
        }}
      </Loaded>
      <KeysDialog
        isOpen={isHelpOpen}
        hasKeys={hasKeys}
        onClose={() => setIsHelpOpen(false)}
        onSwitch={(isOn) => change({ keys: isOn ? "" : "off" })}
      />
      <PersonDialog
        id={address.get("person")}
        tags={groups?.tags.map(({ name }) => name) ?? []}
        onOpen={(id) => change({ person: id })}
        onClose={() => change({ person: "" })}
        onErased={(done) => {
          setErased(done);
          change({ person: "" });
        }}
      />
    </>
  );
}
