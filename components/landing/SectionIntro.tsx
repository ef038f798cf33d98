/** Heading and opening sentence of a section; `id` names the heading for the section's label. */
export function SectionIntro({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <div className="max-w-2xl">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <p className="mt-4 text-lg opacity-85">{text}</p>
    </div>
  );
}
