import { seededState } from "./people.ts";
import { emptyState, type MockState } from "./services/state.ts";

/** Where the state is kept over a reload. */
const key = "keelbook-mocked-backend";

/** A state of another shape, kept by an earlier version of the mocks, is left aside. */
const isState = (value: unknown): value is MockState =>
  Object.keys(emptyState()).every((member) => typeof Reflect.get(Object(value), member) === "object");

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
