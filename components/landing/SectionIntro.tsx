/** Heading and opening sentence of a section; `id` names the heading for the section's label. */
export function SectionIntro({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <div className="max-w-2xl">
      <h2 id={id} className="text-3xl sm:text-4xl">
        {title}
      </h2>
      <p className="mt-4 text-lg text-muted">{text}</p>
    </div>
  );
}
