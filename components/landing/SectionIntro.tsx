interface SectionIntroProps {
  /** Names the heading for the section's label. */
  id: string;
  title: string;
  text: string;
  /** Beside a form, the title takes two lines instead of narrow spaces. */
  besideForm?: boolean;
}

/** Heading and opening sentence of a section. */
export function SectionIntro({ id, title, text, besideForm = false }: SectionIntroProps) {
  return (
    <div className="max-w-2xl">
      <h2 id={id} className={besideForm ? "lg:max-w-[8.5em] text-title" : "text-title"}>
        {title}
      </h2>
      <p className="mt-4 text-lg opacity-85">{text}</p>
    </div>
  );
}
