import type { Store } from "../store/store.ts";

/** Something going wrong on the wire between browser and backend. */
export interface WireFault {
  /** The calls concerned, by `METHOD /path?query`. */
  on: RegExp;
  /** Time before anything else happens, in ms. */
  delay?: number;
  /** Answered in place of the backend; `lost` is a connection that fails. Without it the backend answers, late. */
  answer?: (() => Response) | "lost";
}

/** Use cases that come out otherwise in the store. */
export interface StoreFault {
  store: Partial<Pick<Store, "join" | "apply" | "check">>;
}

export type Fault = WireFault | StoreFault;

/** Lets the first fault that concerns a request happen; undefined when the backend is to answer itself. */
export async function meetFault(request: Request, faults: readonly Fault[]): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const call = `${request.method} ${pathname}${search}`;
  const fault = faults.find((candidate): candidate is WireFault => "on" in candidate && candidate.on.test(call));
  if (fault?.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delay));
  return fault?.answer === "lost" ? Response.error() : fault?.answer?.();
}

/** A store that meets the faults there are at each call. */
export function faultyStore(store: Store, faults: readonly Fault[]): Store {
  const now = (): Store => Object.assign({}, store, ...faults.map((fault) => ("store" in fault ? fault.store : {})));
  return {
    ...store,
    join: (...call) => now().join(...call),
    apply: (...call) => now().apply(...call),
    check: () => now().check(),
  };
}
