import { expect, it } from "vitest";
import { copyAlias } from "./copyFolder.ts";

it("leads imports of texts to the folder of the language, and names the folders that there are", () => {
  const { find, replacement } = copyAlias("en");
  expect("../copy/en/page.ts".replace(find, replacement)).toBe("../copy/en/page.ts");
  expect(() => copyAlias("xx")).toThrow('PUBLIC_LANGUAGE must be a folder of components/copy: en. There is no "xx".');
});
