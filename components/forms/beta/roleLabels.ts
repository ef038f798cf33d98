import type { Role } from "../../../server/contract/limits.ts";

/** The role options in words, in the order of the contract. */
export const roleLabels: Record<Role, string> = {
  freelancer: "Freelancer",
  "small-business-owner": "Small business owner",
  consultant: "Consultant",
  "agency-owner": "Agency owner",
  other: "Other",
};
