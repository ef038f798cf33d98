import { useRef, useState } from "react";
import type { BrowserMocks } from "../../server/mocks/browser.ts";

type Mail = ReturnType<BrowserMocks["mails"]>[number];

/** The mails that the mocked backend has sent, to look at and to follow their links. */
export function Mails({ mocks }: { mocks: BrowserMocks }) {
  const [mails, setMails] = useState(mocks.mails);
  const [opened, setOpened] = useState<Mail>();
  const dialog = useRef<HTMLDialogElement>(null);
  const follow = (text: string) => {
    location.assign(/https?:\S+/u.exec(text)?.[0] ?? location.href);
  };
  return (
    <>
      <button type="button" onClick={() => setMails([...mocks.mails()])}>
        Look for mails
      </button>
      <ul>
        {mails.map((mail) => (
          <li key={mail.text}>
            {mail.subject} → {mail.to}{" "}
            <button
              type="button"
              onClick={() => {
                setOpened(mail);
                dialog.current?.showModal();
              }}
            >
              Open
            </button>{" "}
            <button type="button" onClick={() => follow(mail.text)}>
              Follow its link
            </button>
          </li>
        ))}
      </ul>
      <dialog ref={dialog} aria-label={opened?.subject}>
        {/* A link opens a window of its own: in the frame the page would have no scripts. */}
        <iframe title="Mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcDoc={opened?.html} />
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}
