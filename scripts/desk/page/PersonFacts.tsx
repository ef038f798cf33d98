import { useState } from "react";
import { isQuestion } from "../../../server/contract/questions.ts";
import { deskCopy } from "../words/desk.ts";
import { questionWords } from "../../../components/copy/questions.ts";
import { DeskLink } from "./DeskLink.tsx";
import { count, minute } from "./format.ts";
import { Fact, Note, Tags } from "./TagsAndNote.tsx";
import { Email } from "./states.tsx";
import type { Person, PersonName } from "./api.ts";

const words = deskCopy.people.person;

/** Everything that is known of a person, with the operator's tags and note. */
export function PersonFacts({
  person,
  tags,
  onOpen,
}: {
  person: Person;
  tags: readonly string[];
  onOpen: (id: string) => void;
}) {
  const { place, referred, referrer, brought, applications } = person;
  return (
    <dl className="facts">
      <Tags person={person} tags={tags} />
      <Note person={person} />
      <Fact name={words.shareLink}>
        {person.share_link === null ? deskCopy.noSite : <ShareLink link={person.share_link} />}
      </Fact>
      {place !== null && <Fact name={words.place}>{count(place)}</Fact>}
      <Fact name={words.referrer}>
        {referrer ? <Friend person={referrer} onOpen={onOpen} /> : referred ? words.referrerGone : words.nobody}
      </Fact>
      <Fact name={words.brought}>
        {brought.total === 0 ? words.nobody : words.broughtOf(count(brought.total), count(person.friends))}
        {brought.people.map((friend) => (
          <p key={friend.id} className="flex flex-wrap justify-between gap-x-3">
            <Friend person={friend} onOpen={onOpen} /> <span className="text-muted">{creditOf(friend.credit)}</span>
          </p>
        ))}
        {brought.total > brought.people.length && <p>{words.more(count(brought.total - brought.people.length))}</p>}
      </Fact>
      {applications.length > 0 && (
        <Fact name={words.applications}>
          {applications.map(({ id, status, created_at: sent }) => (
            <p key={id}>
              <DeskLink
                to={{ view: "applications", status, application: id }}
                className="font-semibold text-sea underline underline-offset-4"
              >
                {deskCopy.applications.statuses[status]}
              </DeskLink>{" "}
              <span className="text-muted">{minute(sent)}</span>
            </p>
          ))}
        </Fact>
      )}
      <Fact name={words.product}>
        {productOf(person)}
        {person.invite_code !== null && <p className="text-muted">{words.inviteCode(person.invite_code)}</p>}
      </Fact>
    </dl>
  );
}

export function Answers({ answers }: Pick<Person, "answers">) {
  const given = Object.entries(answers).flatMap(([id, answer]) => (answer === null ? [] : { id, answer }));
  return (
    given.length > 0 && (
      <section>
        <h3 className="mb-1.5 font-semibold">{words.answers}</h3>
        <dl className="grid gap-1.5 wrap-anywhere">
          {given.map(({ id, answer }) => {
            const asked = isQuestion(id) ? questionWords[id] : undefined;
            return (
              <div key={id}>
                <dt className="text-muted">{asked?.ask ?? id}</dt>
                <dd>{new Map<string, string>(Object.entries(asked?.choices ?? {})).get(answer) ?? answer}</dd>
              </div>
            );
          })}
        </dl>
      </section>
    )
  );
}

const creditOf = (credit: string | null): string =>
  new Map<string, string>(Object.entries(words.credits)).get(credit ?? "none") ?? "";

function productOf({ invited_at: invited, redeemed_at: redeemed }: Person): string {
  if (invited === null) return words.notInvited;
  return `${words.invited(minute(invited))}, ${redeemed === null ? words.notCame : words.came(minute(redeemed))}`;
}

const Friend = ({ person: { id, email }, onOpen }: { person: PersonName; onOpen: (id: string) => void }) => (
  <button type="button" className="text-button text-start" onClick={() => onOpen(id)}>
    <Email of={email} />
  </button>
);

function ShareLink({ link }: { link: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 wrap-anywhere">{link}</span>
      <button
        type="button"
        className="small-button shrink-0"
        onClick={() => void navigator.clipboard.writeText(link).then(() => setIsCopied(true))}
      >
        {isCopied ? words.copied : words.copy}
      </button>
    </span>
  );
}
