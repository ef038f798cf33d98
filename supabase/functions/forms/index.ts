import { createBackend } from "../../../server/backend.ts";
import { chooseCaptcha } from "../../../server/captcha/choose.ts";
import { formsBasePath } from "../../../server/contract/limits.ts";
import { forwardedAddress } from "../../../server/limits/clientAddress.ts";
import { readFormsSettings } from "../../../server/settings/formsSettings.ts";
import { createSupabaseStore } from "../../../server/store/supabase.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";

const settings = readFormsSettings(Deno.env.toObject());
console.info(`The form backend uses the key of ${settings.secretKeyFrom}.`);
const store = createSupabaseStore(createServiceClient(settings.supabaseUrl, settings.secretKey));
const backend = createBackend({
  store,
  captcha: chooseCaptcha({ ...settings, store, clock: () => new Date() }),
  siteOrigins: [settings.siteOrigin],
  secret: settings.secret,
  log: console.error,
});

Deno.serve({ port: Number(Deno.env.get("PORT") ?? 8000) }, (request) => {
  // The platform strips /functions/v1 before it calls a function.
  const url = new URL(request.url);
  if (!url.pathname.startsWith(formsBasePath)) url.pathname = url.pathname.replace(/^\/forms/u, formsBasePath);
  const clientAddress = forwardedAddress(request.headers.get(settings.clientAddressHeader), 1);
  return backend.fetch(new Request(url, request), clientAddress ? { clientAddress } : {});
});
