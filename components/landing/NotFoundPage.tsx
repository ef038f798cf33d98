import { buttonClass } from "../ui/button.ts";
import { site, sitePath } from "../site.ts";
import { Brand } from "./Brand.tsx";

/** The not-found page, for every path but `/` (spec section 2). */
export function NotFoundPage() {
  return (
    <>
      <header className="wrap py-2">
        <Brand />
      </header>
      <main className="wrap grid min-h-[70vh] place-content-center justify-items-center gap-8 text-center">
        <h1 className="text-4xl sm:text-5xl">{site.notFound.text}</h1>
        <a href={sitePath()} className={buttonClass.primary}>
          {site.notFound.link}
        </a>
      </main>
    </>
  );
}
