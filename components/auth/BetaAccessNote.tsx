import { useEffect, useState } from "react";
import { buttonClass } from "../ui/button.ts";
import type { BetaAccess } from "./betaAccess.ts";

const words: Record<BetaAccess | "loading", string> = {
  loading: "Looking up your beta application…",
  pending: "Your beta application is being reviewed. We reply within 48 hours of receiving it.",
  accepted: "Your beta application was accepted. Welcome aboard!",
  declined: "We could not offer you a place in this beta. Thank you for applying.",
  none: "You have not applied for beta access with this address yet.",
  unknown: "Your beta application could not be looked up.",
};

/** How the signed-in user's beta application stands. */
export function BetaAccessNote({ load }: { load: () => Promise<BetaAccess> }) {
  const [access, setAccess] = useState<BetaAccess | "loading">("loading");

  useEffect(() => {
    if (access === "loading") load().then(setAccess, () => setAccess("unknown"));
  }, [load, access]);

  return (
    <output className="block">
      {words[access]}{" "}
      {access === "unknown" && (
        <button type="button" className={buttonClass.quiet} onClick={() => setAccess("loading")}>
          Try again
        </button>
      )}
      {access === "none" && (
        <a href="#beta" className={buttonClass.quiet}>
          Apply for beta access
        </a>
      )}
    </output>
  );
}
