/** What a host passes on with each request. */
export interface HostBindings {
  /** The visitor's network address, if the host knows it reliably. */
  clientAddress?: string | undefined;
}
