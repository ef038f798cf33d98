import { seededState } from "./people.ts";
import { isRecord } from "./rest/row.ts";
import { emptyState, type MockState } from "./state.ts";

/** Where the state is kept over a reload. */
const key = "keelbook-mocked-backend";

function isState(value: unknown): value is MockState {
  return (
    isRecord(value) &&
    Object.keys(emptyState()).every((member) => member in value) &&
    isRecord(value["tables"]) &&
    Object.keys(emptyState().tables).every((table) => table in Object(value["tables"]))
  );
}

function parse(text: string | null): MockState | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isState(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The state of an earlier visit, or a seeded one; follows what other tabs do to it. */
export async function loadState(): Promise<MockState> {
  const state = parse(localStorage.getItem(key)) ?? (await seededState());
  addEventListener("storage", (event) => {
    if (event.key === key) Object.assign(state, parse(event.newValue));
  });
  return state;
}

export const saveState = (state: MockState): void => localStorage.setItem(key, JSON.stringify(state));

export const forgetState = (): void => localStorage.removeItem(key);
