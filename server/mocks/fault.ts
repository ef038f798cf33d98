/** Something going wrong on the wire: between browser and backend, or between the form backend and its store. */
export interface Fault {
  /** The calls concerned, by `METHOD /path?query`; a function sees every call that no earlier fault is about. */
  on: RegExp | ((call: string) => boolean);
  /** Time before anything else happens, in ms. */
  delay?: number;
  /** Answered in place of the backend; `lost` is a connection that fails. Without it the backend answers, late. */
  answer?: (() => Response) | "lost";
}

/** A call that never got an answer, as the Fetch standard writes it ("network error"). */
export const isLost = (response: Response): boolean => response.type === "error";

/** Lets the first fault that concerns a request happen; undefined when the backend is to answer itself. */
export async function meetFault(request: Request, faults: readonly Fault[]): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const call = `${request.method} ${pathname}${search}`;
  const fault = faults.find(({ on }) => (on instanceof RegExp ? on.test(call) : on(call)));
  if (fault?.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delay));
  return fault?.answer === "lost" ? Response.error() : fault?.answer?.();
}
