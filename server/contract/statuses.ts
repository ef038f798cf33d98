/** Statuses of a beta application (requirements 3: `pending` on creation), in the order in which `beta list` shows them. */
export const applicationStatuses = ["pending", "accepted", "declined"] as const;
/** One of the {@link applicationStatuses}. */
export type ApplicationStatus = (typeof applicationStatuses)[number];
