/** Something going wrong on the wire between browser and backend. */
export interface Fault {
  /** The calls concerned, by `METHOD /path?query`. */
  on: RegExp;
  /** Time before anything else happens, in ms. */
  delay?: number;
  /** Answered in place of the backend; `lost` is a connection that fails. Without it the backend answers, late. */
  answer?: (() => Response) | "lost";
}

/** Lets the first fault that concerns a request happen; undefined when the backend is to answer itself. */
export async function meetFault(request: Request, faults: readonly Fault[]): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const call = `${request.method} ${pathname}${search}`;
  const fault = faults.find(({ on }) => on.test(call));
  if (fault?.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delay));
  return fault?.answer === "lost" ? Response.error() : fault?.answer?.();
}
