import * as v from "valibot";
import { expect, it } from "vitest";
import { betaFields } from "../../server/contract/beta.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { forms } from "./forms.ts";

it.each([
  [forms.waitlist, v.keyof(waitlistFields).options],
  [forms.beta, v.keyof(betaFields).options],
])("a form asks for each field that the contract has", ({ fields }, known) => {
  expect(fields.map(({ name }) => name).sort()).toEqual([...known].sort());
});
