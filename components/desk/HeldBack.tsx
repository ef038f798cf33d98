import type { TrappedForm } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/en/desk.ts";
import { useAction, useDesk } from "./api.ts";
import { minute } from "./format.ts";
import { Loaded, Said } from "./states.tsx";

const words = deskCopy.held;

/** Forms that a machine seems to have filled in, of which some may be a person's. */
export function HeldBack() {
  const add = useAction<{ email: string }>(() => "trapped/add");
  return (
    <Loaded query={useDesk<TrappedForm[]>("trapped")}>
      {(forms) => (
        <section className="panel grid gap-4 [&>*]:min-w-0">
          <p className="max-w-3xl text-muted">{words.about}</p>
          <Said of={add} />
          {forms.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <table className="grid-table">
              <thead>
                <tr>
                  <th scope="col">{words.address}</th>
                  <th scope="col" className="max-sm:hidden">
                    {words.form}
                  </th>
                  <th scope="col" className="max-sm:hidden">
                    {words.source}
                  </th>
                  <th scope="col" className="max-sm:hidden">
                    {words.time}
                  </th>
                  <th scope="col">{words.action}</th>
                </tr>
              </thead>
              <tbody>
                {forms.map(({ email, form, source, created_at: at }) => (
                  <tr key={`${email} ${form}`}>
                    <th scope="row" className="wrap-anywhere">
                      {email}
                    </th>
                    <td className="max-sm:hidden">{form}</td>
                    <td className="max-sm:hidden">{source}</td>
                    <td className="max-sm:hidden">{minute(at)}</td>
                    <td>
                      <button
                        type="button"
                        className="min-h-6 cursor-pointer text-start font-semibold text-sea underline underline-offset-4 disabled:text-muted"
                        aria-label={words.adding(email)}
                        disabled={add.isPending}
                        onClick={() => add.mutate({ email })}
                      >
                        {words.add}
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      )}
    </Loaded>
  );
}
