// @vitest-environment happy-dom
import { getByRole, queryByRole, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storageKey } from "./session.ts";
import { ada, authError, serve, session, storeSession } from "./testkit.ts";

const incomplete = "You must provide either an email or phone number and a password";
const getUser = { "GET /auth/v1/user": () => Response.json(ada) };
const stored = () => localStorage.getItem(storageKey);

/** A page of its own for each test: client and store live as long as a page. */
async function open(address = "/") {
  vi.resetModules();
  history.replaceState(null, "", address);
  const [auth, { signedInUser }] = await Promise.all([import("./auth.ts"), import("./store.ts")]);
  return { ...auth, signedInUser };
}

beforeEach(() => {
  // auth-js says there what it also returns.
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.replaceChildren();
});

describe("signing in and up", () => {
  it.each([{}, { email: "ada@example.com" }, { password: "secret" }, { email: "", password: "secret" }, { phone: "+1", password: "" }])(
    "refuses %o without asking the backend",
    async (credentials) => {
      const calls = serve({});
      const { signIn, signUp } = await open();
      expect((await signIn(credentials)).error?.message).toBe(incomplete);
      expect((await signUp(credentials, "Ada")).error?.message).toBe(incomplete);
      expect(calls).toEqual([]);
    },
  );

  it("signs in with a password and stores the session", async () => {
    const calls = serve({ "POST /auth/v1/token": () => Response.json(session()) });
    const { signIn, getSession, signedInUser } = await open();
    expect((await signIn({ email: ada.email, password: "secret" })).error).toBeNull();
    expect(calls).toEqual(["POST /auth/v1/token?grant_type=password"]);
    expect(signedInUser()).toBe(ada.email);
    expect((await getSession())?.user.id).toBe(ada.id);
    expect(stored()).toContain("refresh");
  });

  it("signs up with a name in the metadata and a captcha token", async () => {
    let body: unknown;
    serve({
      "POST /auth/v1/signup": (request) => {
        body = request.body;
        return Response.json(session());
      },
    });
    const { signUp } = await open();
    expect((await signUp({ email: ada.email, password: "secret" }, "Ada", "token")).error).toBeNull();
    expect(body).toMatchObject({
      email: ada.email,
      password: "secret",
      data: { name: "Ada" },
      gotrue_meta_security: { captcha_token: "token" },
    });
  });

  it("returns what the backend refuses", async () => {
    serve({ "POST /auth/v1/signup": () => authError(422, "weak_password") });
    const { signUp, signedInUser } = await open();
    expect((await signUp({ phone: "+123", password: "1" }, "Ada")).error).toMatchObject({ name: "AuthWeakPasswordError" });
    expect(signedInUser()).toBeNull();
  });
});

describe("restoring a session", () => {
  it("takes up a stored one", async () => {
    storeSession();
    serve(getUser);
    const { restore, signedInUser } = await open();
    await restore();
    expect(signedInUser()).toBe(ada.email);
  });

  it("refreshes one that is about to expire", async () => {
    storeSession(30);
    const calls = serve({ ...getUser, "POST /auth/v1/token": () => Response.json(session()) });
    const { restore, signedInUser } = await open();
    await restore();
    expect(signedInUser()).toBe(ada.email);
    expect(calls).toContain("POST /auth/v1/token?grant_type=refresh_token");
  });

  it("drops an expired one that cannot be refreshed", async () => {
    storeSession(-60);
    serve({ "POST /auth/v1/token": () => authError(400, "refresh_token_not_found") });
    const { restore, signedInUser } = await open();
    await restore();
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });

  it.each([
    [403, "session_not_found"],
    [401, "bad_jwt"],
    [403, "user_not_found"],
  ])("drops one the backend answers with %i %s", async (status, code) => {
    storeSession();
    serve({
      "GET /auth/v1/user": () => authError(status, code),
      "POST /auth/v1/logout": () => authError(status, code),
    });
    const { restore, signedInUser } = await open();
    await restore();
    await waitFor(() => expect(signedInUser()).toBeNull());
    expect(stored()).toBeNull();
  });

  it("keeps one while the backend cannot be reached", async () => {
    storeSession();
    const calls = serve({});
    const { restore, signedInUser } = await open();
    await restore();
    await waitFor(() => expect(calls).toContain("GET /auth/v1/user"));
    expect(signedInUser()).toBe(ada.email);
  });

  it("follows another tab that signed out", async () => {
    storeSession();
    serve(getUser);
    const { restore, signedInUser } = await open();
    await restore();
    localStorage.clear();
    await restore();
    expect(signedInUser()).toBeNull();
  });
});

describe("signing out", () => {
  it("ends the session in every browser", async () => {
    storeSession();
    const calls = serve({ ...getUser, "POST /auth/v1/logout": () => new Response(null, { status: 204 }) });
    const { restore, signOut, signedInUser } = await open();
    await restore();
    await signOut();
    expect(calls).toContain("POST /auth/v1/logout?scope=global");
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });

  it("forgets the session here when there is no network", async () => {
    storeSession();
    serve({});
    const { restore, signOut, signedInUser } = await open();
    await restore();
    await signOut();
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });

  it("does not wait for a backend that does not answer", async () => {
    storeSession();
    serve(getUser);
    const { restore, signOut, signOutLimit, signedInUser } = await open();
    await restore();
    vi.useFakeTimers();
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    const done = signOut();
    await vi.advanceTimersByTimeAsync(signOutLimit);
    await done;
    vi.useRealTimers();
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });
});

describe("a sign-in link", () => {
  const link = () => {
    const { user: _, ...tokens } = session();
    return `/?ref=mail#${new URLSearchParams({ ...JSON.parse(JSON.stringify(tokens)), type: "magiclink" })}`;
  };
  const address = () => location.pathname + location.search + location.hash;

  it("signs in and leaves the address bar and the history without its tokens", async () => {
    serve(getUser);
    const before = history.length;
    const { restore, signedInUser } = await open(link());
    await restore();
    expect(signedInUser()).toBe(ada.email);
    expect(address()).toBe("/?ref=mail");
    expect(history.length).toBe(before);
  });

  it.each(["/?ref=mail#error=access_denied&error_code=otp_expired&error_description=x", "/?ref=mail&error=access_denied"])(
    "says so when it was refused: %s",
    async (refused) => {
      serve({});
      const { restore, signedInUser } = await open(refused);
      await restore();
      expect(getByRole(document.body, "alert").textContent).toContain("expired or was already used");
      expect(address()).toBe("/?ref=mail");
      expect(signedInUser()).toBeNull();
    },
  );

  it("says so when its code is not for this browser", async () => {
    const calls = serve({ "POST /auth/v1/token": () => authError(400, "bad_code_verifier") });
    const { restore } = await open("/?ref=mail&code=abc");
    await restore();
    expect(calls).toEqual(["POST /auth/v1/token?grant_type=pkce"]);
    expect(getByRole(document.body, "alert").textContent).toContain("Not signed in");
    expect(address()).toBe("/?ref=mail");
  });

  it("stays in the address bar while there is no network, for a reload to try again", async () => {
    serve({});
    const { restore } = await open(link());
    const arrival = address();
    await restore();
    expect(address()).toBe(arrival);
    expect(getByRole(document.body, "alert").textContent).toContain("Check your connection");
  });

  it("leaves a session from before alone when it fails", async () => {
    storeSession();
    serve(getUser);
    const { restore, signedInUser } = await open("/#error=access_denied");
    await restore();
    expect(signedInUser()).toBe(ada.email);
    expect(queryByRole(document.body, "alert")).not.toBeNull();
  });
});

describe("beta access", () => {
  const answering = async (route: () => Response) => {
    storeSession();
    const calls = serve({ ...getUser, "GET /rest/v1/beta_applications": route });
    const { loadBetaAccess } = await open();
    return { access: await loadBetaAccess(), calls };
  };

  it.each([
    [[{ status: "pending" }], "pending"],
    [[{ status: "accepted" }], "accepted"],
    [[{ status: "declined" }], "declined"],
    [[], "none"],
    [[{ status: "on-hold" }], "unknown"],
  ])("reads %o as %s", async (rows, access) => {
    expect((await answering(() => Response.json(rows))).access).toBe(access);
  });

  it("asks for the newest application's status and nothing else", async () => {
    const { calls } = await answering(() => Response.json([]));
    expect(calls).toContain("GET /rest/v1/beta_applications?select=status&order=created_at.desc&limit=1");
  });

  it("is unknown when it cannot be read", async () => {
    const refused = () => Response.json({ code: "PGRST301", message: "JWT expired" }, { status: 401 });
    expect((await answering(refused)).access).toBe("unknown");
  });
});
