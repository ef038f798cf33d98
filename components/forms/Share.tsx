import { useRef, useState } from "react";
import { shareLink } from "../../server/contract/shareCode.ts";
import { afterJoiningWords } from "../copy/afterJoining.ts";
import { site, sitePath } from "../site.ts";
import { secondaryButton } from "../ui/button.ts";

const words = afterJoiningWords.share;

/** A person's link for friends: shared where the device can do that, else copied; and as text, to be copied by hand. */
export function Share({ code }: { code: string }) {
  const link = shareLink(location.origin + sitePath().replace(/\/$/u, ""), code);
  const text = useRef<HTMLParagraphElement>(null);
  const [said, say] = useState("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      say(words.copied);
    } catch {
      // The browser refuses the clipboard, or has none on a page without encryption.
      say(words.byHand);
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  }

  async function share(): Promise<void> {
    say("");
    if (!("share" in navigator)) return copy();
    try {
      await navigator.share({ title: site.brand, text: words.text, url: link });
    } catch (reason) {
      // A visitor who closes the device's list of programs has decided against sharing, so nothing is copied either.
      if (!(reason instanceof DOMException && reason.name === "AbortError")) await copy();
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <p>{words.ask}</p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className={secondaryButton} onClick={() => void share()}>
          {words.action}
        </button>
        <output className="font-semibold">{said}</output>
      </div>
      <p ref={text} className="text-sm text-muted" translate="no">
        {link}
      </p>
    </div>
  );
}
