import * as forms from "./forms.ts";
import type { FormDefinition } from "./submission/definition.ts";

/** The form that is pre-rendered in an island. */
export const formOf = ({ dataset }: HTMLElement): FormDefinition | undefined =>
  Object.values(forms).find(({ name }) => name === dataset["island"]);
