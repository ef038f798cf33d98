/** Whether a host is this machine: a URL's `hostname`, or the address of a network interface. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/u.test(host);
