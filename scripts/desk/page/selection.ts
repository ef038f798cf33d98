import { useRef, useState } from "react";

/** The selected people of a list: some that are shown, or all that match its filter. */
export interface Selection {
  ids: ReadonlySet<string>;
  isAll: boolean;
  /** Selects or deselects a person. With `upTo`, everybody between the last one and this one gets the same state. */
  toggle(id: string, upTo: boolean): void;
  selectShown(): void;
  selectAll(): void;
  clear(): void;
}

/** The selection in a list whose people are shown in some order. Another filter begins without one. */
export function useSelection(shown: readonly { id: string }[], filter: string): Selection {
  const [state, setState] = useState({ filter, ids: new Set<string>(), isAll: false });
  const last = useRef<string>(undefined);
  const { ids, isAll } = state.filter === filter ? state : { ids: new Set<string>(), isAll: false };
  const select = (some: Iterable<string>, all = false) => setState({ filter, ids: new Set(some), isAll: all });
  return {
    ids,
    isAll,
    toggle(id, upTo) {
      const places = [last.current, id].map((one) => shown.findIndex((person) => person.id === one));
      const [from = 0, to = 0] =
        upTo && !places.includes(-1) ? places.toSorted((a, b) => a - b) : places.slice(1).flatMap((at) => [at, at]);
      const next = new Set(isAll ? shown.map((person) => person.id) : ids);
      const isChosen = !next.has(id);
      for (const person of shown.slice(from, to + 1)) next[isChosen ? "add" : "delete"](person.id);
      last.current = id;
      select(next);
    },
    selectShown: () => select(shown.map(({ id }) => id)),
    selectAll: () =>
      select(
        shown.map(({ id }) => id),
        true,
      ),
    clear: () => select([]),
  };
}
