import type { IslandCode } from "../hydration/hydrateWhenNear.ts";
import { prepareCaptcha } from "./captcha/prepareCaptcha.ts";

const fetchCode = () => import("./hydrateForm.tsx");

/** What the first page load knows of the forms: where their code is. */
export const formCode: IslandCode = {
  fetchCode,
  prepare: ({ dataset }) => prepareCaptcha(dataset["island"] ?? "", fetchCode()),
};
