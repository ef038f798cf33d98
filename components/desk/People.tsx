import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type DeskDone,
  type PeoplePage,
  type PeopleRequest,
  peopleOrders,
  referralSides,
  subscriberStatuses,
} from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { secondaryButton } from "../ui/button.ts";
import { addressOf, go, useAddress } from "./address.ts";
import { posted, send } from "./api.ts";
import { count } from "./format.ts";
import { PeopleFilters } from "./PeopleFilters.tsx";
import { PeopleTable } from "./PeopleTable.tsx";
import { PersonDialog } from "./PersonDialog.tsx";
import { Loaded, Said } from "./states.tsx";

const words = deskCopy.people;

/** How long somebody has stopped typing before it is searched for, in ms. */
const pause = 250;

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((one) => one === value);

/** What the address asks for. */
function requestOf(address: URLSearchParams, search: string): PeopleRequest {
  const status = oneOf(subscriberStatuses, address.get("status"));
  const referral = oneOf(referralSides, address.get("referral"));
  const [source, answer] = [address.get("source"), address.get("answer")];
  return {
    order: oneOf(peopleOrders, address.get("order")) ?? "newest",
    ...(status ? { status } : {}),
    ...(referral ? { referral } : {}),
    ...(source ? { source } : {}),
    ...(answer ? { answer } : {}),
    ...(search ? { search } : {}),
  };
}

/** Saves the people of a filter as a file. @throws DeskError */
async function exportPeople(request: PeopleRequest): Promise<void> {
  const file = await (await send("people/export", posted(request))).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "people.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Everybody on the waitlist, filtered by what the address says; and one of them in full. */
export function People() {
  const address = useAddress();
  // Not in the address, as it is a part of a person's.
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const request = requestOf(address, search);
  const query = useInfiniteQuery<PeoplePage, Error, PeoplePage[], [string, PeopleRequest], PeopleRequest["after"]>({
    queryKey: ["people", request],
    initialPageParam: undefined,
    queryFn: async ({ pageParam }) =>
      (await send("people", posted({ ...request, ...(pageParam ? { after: pageParam } : {}) }))).json(),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages,
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, fetchNextPage, isFetching } = query;
  const saving = useMutation<void, Error, PeopleRequest>({ mutationFn: exportPeople });
  const [erased, setErased] = useState<DeskDone>();
  const asked = Object.fromEntries(address);
  const change = (changes: Record<string, string>) => go(addressOf({ ...asked, ...changes }));
  return (
    <>
      <PeopleFilters request={request} typed={typed} onType={setTyped} onChange={change} />
      <Said of={{ data: erased, error: null }} />
      <Loaded query={query}>
        {(pages) => {
          const people = pages.flatMap((page) => page.people);
          return (
            <section className="panel">
              <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <p role="status" className="font-semibold">
                  {people.length === 0 ? words.none : words.found(count(pages[0]?.total ?? people.length))}
                </p>
                {people.length === 0 ? (
                  <button
                    type="button"
                    className={secondaryButton}
                    onClick={() => {
                      setTyped("");
                      go(addressOf({ view: "people" }));
                    }}
                  >
                    {words.clear}
                  </button>
                ) : (
                  <button
                    type="button"
                    className={secondaryButton}
                    disabled={saving.isPending}
                    onClick={() => saving.mutate(request)}
                  >
                    {words.exportAll}
                  </button>
                )}
              </div>
              <Said of={{ data: undefined, error: saving.error }} />
              {people.length > 0 && <PeopleTable people={people} request={request} onChange={change} />}
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
      <PersonDialog
        id={address.get("person")}
        onClose={() => change({ person: "" })}
        onErased={(done) => {
          setErased(done);
          change({ person: "" });
        }}
      />
    </>
  );
}
