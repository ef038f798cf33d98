/** What a host passes along with each request. */
export interface HostBindings {
  /** The visitor's network address, where the host can vouch for it. */
  clientAddress?: string;
}
