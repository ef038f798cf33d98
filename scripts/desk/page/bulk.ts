import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deskCopy } from "../words/desk.ts";
import { answerOf, api, type Done, type BulkRequest, type PeopleFilter } from "./api.ts";
import { count } from "./format.ts";
import { mostIds } from "../../../server/contract/peopleFilter.ts";

const words = deskCopy.people.bulk;

type WithoutPeople<Request> = Request extends unknown ? Omit<Request, keyof PeopleFilter | "after"> : never;
/** An action for several people. */
export type BulkAction = WithoutPeople<BulkRequest>;

/** The filters of the requests for some people: one, or several if the people are named by their ids. */
function requestsFor(filter: PeopleFilter): PeopleFilter[] {
  const { ids } = filter;
  if (!ids) return [filter];
  return Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, n) => ({
    ids: ids.slice(n * mostIds, (n + 1) * mostIds),
  }));
}

/**
 * An action for the people of a filter, page by page, with how many were done so far. The queries on show are
 * read again afterwards.
 */
export function useBulk() {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation<Done, Error, { action: BulkAction; filter: PeopleFilter }>({
    mutationFn: async ({ action, filter }) => {
      let [changed, people] = [0, 0];
      setDone(0);
      for (const request of requestsFor(filter))
        for (let after: BulkRequest["after"], isFirst = true; isFirst || after; isFirst = false) {
          const body: BulkRequest = { ...request, ...action, ...(after ? { after } : {}) };
          const page = await answerOf(api.people.act.$post({ json: body }));
          changed += page.changed;
          setDone((people += page.people));
          after = page.next;
        }
      return { message: words.did[action.what](changed, count(changed), count(people - changed)) };
    },
    onSettled: () => client.invalidateQueries(),
  });
  return { ...mutation, done };
}
