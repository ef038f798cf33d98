import { pageWords } from "../copy/page.ts";
import { sitePath } from "../site.ts";
import { primaryButton } from "../ui/button.ts";
import { Brand } from "./Brand.tsx";
import { HeroScene } from "../invoice/HeroScene.tsx";

/** A link of a mail whose `#` a mail gateway has written as `%23`. */
const rewritten = `${sitePath()}%23`;

/** Inline script of the not-found page: leads `/%23confirm=…` to `/#confirm=…`, and the like. */
export const mailGatewayScript = `{
  const { pathname, search } = location;
  if (pathname.startsWith("${rewritten}"))
    location.replace("${sitePath()}" + search + "#" + pathname.slice(${rewritten.length}));
}`;

/** The not-found page, for every path but `/` (requirements 2). */
export function NotFoundPage() {
  return (
    <>
      <header className="wrap flex min-h-16 items-center">
        <Brand href={sitePath()} />
      </header>
      <main className="flex min-h-[calc(100vh-4rem)] flex-col justify-between gap-8 overflow-clip text-center">
        <div className="wrap pt-12">
          <h1 className="text-title">{pageWords.notFound.text}</h1>
          <p className="mt-4 mb-8 text-lg text-muted">{pageWords.notFound.hint}</p>
          <a href={sitePath()} className={primaryButton}>
            {pageWords.notFound.link}
          </a>
        </div>
        <div className="mx-auto w-full max-w-md">
          <HeroScene sail={pageWords.notFound.sail} />
        </div>
      </main>
    </>
  );
}
