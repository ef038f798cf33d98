import { expect, it } from "vitest";
import { reason, refuseShellCharacters } from "./initialise.ts";

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

it.each([
  "sh: 1: cannot create /dev/null: Permission denied",
  "initdb: error: could not create directory: No space left",
])("says why initdb failed, not what it did about it: %s", (line) => {
  const output = `Command failed: initdb -D x\nrunning bootstrap script ... ok\n${line}\nchild process exited with exit code 2\ninitdb: removing data directory "x"\n`;
  expect(reason(new Error(output))).toBe(line);
});
