/** A simulated network fault between browser and backend. */
export interface Fault {
  /** Pattern of the calls concerned, as `METHOD /path?query`. */
  on: RegExp;
  /** Delay before anything else happens, in ms. */
  delay?: number;
  /** The answer instead of the backend's; `lost` is a failed connection. Without it the backend answers, after the delay. */
  answer?: (() => Response) | "lost";
}

/** Applies the first fault that matches a request; undefined if the backend should answer itself. */
export async function meetFault(request: Request, faults: readonly Fault[]): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const call = `${request.method} ${pathname}${search}`;
  const fault = faults.find(({ on }) => on.test(call));
  if (fault?.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delay));
  return fault?.answer === "lost" ? Response.error() : fault?.answer?.();
}
