import { describe, expect, it } from "vitest";
import { readFormsSettings } from "./formsSettings.ts";

const complete = {
  SUPABASE_URL: "https://project.supabase.example",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  SITE_URL: "https://keelbook.example/promo/",
  FORMS_SECRET: "a".repeat(32),
};

describe("readFormsSettings", () => {
  it("takes the site's address without a slash at its end", () => {
    expect(readFormsSettings(complete)).toEqual({
      supabaseUrl: complete.SUPABASE_URL,
      secretKey: "sb_secret_x",
      secretKeyFrom: "SUPABASE_SECRET_KEY",
      siteUrl: "https://keelbook.example/promo",
      mail: expect.objectContaining({ route: { kind: "none" }, unconfirmedDays: 30 }),
      secret: complete.FORMS_SECRET,
      captcha: { kind: "altcha" },
      clientAddressHeader: "cf-connecting-ip",
    });
  });

  it("takes the site's address as browsers send it, in whatever letters it is written", () => {
    const { siteUrl } = readFormsSettings({ ...complete, SITE_URL: "HTTPS://B\u00fccher.Example:443/" });
    expect(siteUrl).toBe("https://xn--bcher-kva.example");
  });

  it("names every missing key at once", () => {
    expect(() => readFormsSettings({})).toThrow(
      "SUPABASE_URL is missing.\nSUPABASE_SECRET_KEY is missing.\nSITE_URL is missing.\nFORMS_SECRET is missing.",
    );
  });

  it("says what a wrong value should be, without repeating it", () => {
    expect(() => readFormsSettings({ ...complete, FORMS_SECRET: "short", SITE_URL: "nope" })).toThrow(
      "SITE_URL must be a URL, such as https://example.com.\nFORMS_SECRET must have at least 32 characters.",
    );
  });

  it("says what is wrong with how mails are sent, instead of sending none", () => {
    expect(() => readFormsSettings({ ...complete, RESEND_API_KEY: "re_x", MAIL_PER_SECOND: "many" })).toThrow(
      "MAIL_PER_SECOND must be a whole number from 1 to 1000.\nMAIL_FROM is missing: mails need an address they come from.",
    );
    const pasted = { ...complete, RESEND_API_KEY: " re_x\n", MAIL_FROM: " hello@keelbook.example " };
    expect(readFormsSettings(pasted).mail).toMatchObject({
      route: { kind: "resend", apiKey: "re_x" },
      from: { name: "", address: "hello@keelbook.example" },
    });
  });

  it("takes the visitor's address from another header where it is told to", () => {
    expect(readFormsSettings({ ...complete, CLIENT_ADDRESS_HEADER: "X-Real-IP" }).clientAddressHeader).toBe(
      "x-real-ip",
    );
    expect(() => readFormsSettings({ ...complete, CLIENT_ADDRESS_HEADER: "x real ip" })).toThrow(
      "CLIENT_ADDRESS_HEADER must be the name of a header, such as cf-connecting-ip.",
    );
  });

  it("uses the key that Supabase gives its functions, and counts a blank captcha key as none", () => {
    const { SUPABASE_SECRET_KEY, ...rest } = complete;
    const settings = readFormsSettings({
      ...rest,
      SUPABASE_SERVICE_ROLE_KEY: SUPABASE_SECRET_KEY,
      RECAPTCHA_SECRET_KEY: " ",
    });
    expect(settings).toMatchObject({ secretKey: "sb_secret_x", captcha: { kind: "altcha" } });
    const { captcha } = readFormsSettings({ ...complete, RECAPTCHA_SECRET_KEY: "key" });
    expect(captcha).toEqual({ kind: "recaptcha", secret: "key" });
  });
});
