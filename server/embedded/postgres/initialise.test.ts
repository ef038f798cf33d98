import { expect, it } from "vitest";
import { refuseShellCharacters } from "./initialise.ts";

it.skipIf(process.platform === "win32").each(['"', "$", "`"])(
  "refuses a path that a shell would not leave as it is: %s",
  (character) => {
    const initdb = `/srv/a${character}b/initdb`;
    expect(() => refuseShellCharacters(initdb)).toThrow(`has a ${character}. Move the project: ${initdb}`);
  },
);

it("lets any other path pass", () => {
  expect(() => refuseShellCharacters("/srv/a 'b' (c) & d/initdb")).not.toThrow();
});
