type Words = readonly [string, ...string[]];

// Nobody can own an address in these (RFC 2606 section 3), so a mail that is sent by mistake reaches nobody.
export const domains: Words = ["example.com", "example.net", "example.org", "studio.example", "mail.example"];

export const firstNames: Words = ["Ada", "Amara", "Ana", "Arjun", "Beatriz", "Camille", "Chidi", "Chloé", "Daniel", "Diego", "Elif", "Emma", "Farid", "Freja", "Giulia", "Hana", "Ibrahim", "Ingrid", "Jack", "Jonas", "Júlia", "Kai", "Kofi", "Lena", "Liam", "Lucía", "Maja", "Mateo", "Mei", "Mira", "Nadia", "Noah", "Olga", "Omar", "Priya", "Ravi", "Rosa", "Sami", "Sofía", "Søren", "Tariq", "Tomás", "Uma", "Vera", "Viktor", "Wei", "Yara", "Yuki", "Zofia", "Zoë"];

export const lastNames: Words = ["Abara", "Almeida", "Andersson", "Bauer", "Bianchi", "Chen", "Costa", "Dubois", "Eriksen", "Fischer", "García", "Haddad", "Hansen", "Ivanova", "Jansen", "Kaya", "Keller", "Khan", "Kowalski", "Lindqvist", "López", "Mahmoud", "Martin", "Mensah", "Moreau", "Müller", "Nakamura", "Nguyen", "Novák", "O'Brien", "Okafor", "Patel", "Petrov", "Reyes", "Ricci", "Rossi", "Sato", "Schmidt", "Silva", "Singh", "Tanaka", "Taylor", "Varga", "Weber", "Williams", "Yilmaz", "Young", "Zhang"];

export const companies: Words = ["Studio", "Consulting", "& Co", "Design", "Media", "Labs", "Partners", "Works", "Digital", "Translations"];

export const sources: Words = ["newsletter", "podcast", "producthunt", "linkedin", "google", "friend"];

export const reasons: Words = [
  "I send about twenty invoices a month and chase half of them by hand.",
  "My hours live in one tool and my invoices in another; I want one place.",
  "Most of my clients pay in euros and dollars, and the books have to add up at the end of the quarter.",
  "I never know whether a project made money until it is over.",
  "VAT across three countries takes me two days every quarter.",
  "My clients ask for a portal where they can see what they owe.",
  "Cash flow: I would like to see a dry month coming before it is here.",
  "We are an agency of six and have outgrown spreadsheets.",
];
