import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { definitions, deploySettings, functionSettings, settingKeys } from "./definitions.ts";
import { readFormsSettings } from "./formsSettings.ts";

/** Names that the platform sets for a function; its prefix is reserved (see findSecretKey). */
const setByPlatform = /^SUPABASE_/u;

it("knows every setting that the form backend reads in its deployment", () => {
  const read = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void read.add(String(name)) });
  expect(() => readFormsSettings(env)).toThrow("is missing");
  const ours = [...read].filter((name) => !setByPlatform.test(name));
  expect(ours.sort()).toEqual([...functionSettings].sort());
});

it("has the example file name settings only, all that a deployment needs and no secret's value", () => {
  const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const lines = [...example.matchAll(/^#? ?(?<name>[A-Z][A-Z_]+)=(?<value>.*)$/gmu)].map(({ groups }) => groups ?? {});
  const names = lines.map(({ name }) => name);
  expect(names.filter((name) => !settingKeys.some((key) => key === name))).toEqual([]);
  expect(deploySettings.filter((key) => !names.includes(key))).toEqual([]);
  const secrets = settingKeys.filter((key) => "secret" in definitions[key]);
  expect(lines.filter(({ name, value }) => value !== "" && secrets.some((key) => key === name))).toEqual([]);
});
