import { AuthError } from "./call.ts";

/** Minimum length of a password, in characters; supabase/config.toml has the same number. */
export const minPasswordLength = 8;

/** Maximum length, in bytes: bcrypt ignores the rest. */
export const maxPasswordBytes = 72;

/**
 * Refuses a new password that is too short, too long, or on the list of common ones.
 * @throws AuthError `weak_password` with its reasons (`length`, `pwned`), `validation_failed` for one too long.
 */
export function requireStrong(password: string): void {
  if (new TextEncoder().encode(password).byteLength > maxPasswordBytes)
    throw new AuthError(400, "validation_failed", `Password cannot be longer than ${maxPasswordBytes} bytes.`);
  const reasons = [
    ...([...password].length < minPasswordLength ? ["length"] : []),
    ...(commonPasswords.has(password.toLowerCase()) ? ["pwned"] : []),
  ];
  if (reasons.length === 0) return;
  const text = reasons.includes("length")
    ? `Password should be at least ${minPasswordLength} characters.`
    : "Password is known to be weak and easy to guess, please choose a different one.";
  throw new AuthError(422, "weak_password", text, { weak_password: { reasons } });
}

/**
 * The 300 commonest passwords of eight characters or more, about as many as one account's limit lets be tried in a day: the head of
 * `passwords.json` of @zxcvbn-ts/language-common 4.1.3 (MIT), which counts them over leaked collections.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `
password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx jennifer trustno1 sunshine
iloveyou computer michelle starwars princess 11111111 corvette 1234qwer internet samantha q1w2e3r4t5 maverick whatever
mercedes steelers qwer1234 hardcore q1w2e3r4 midnight bigdaddy victoria marlboro password1 1q2w3e4r cocacola jordan23
asdfasdf danielle 12344321 jonathan liverpoo qwerty123 passw0rd abcd1234 slipknot scorpion startrek asdfghjkl redskins
qazwsxedc liverpool nicholas butthead dolphins qwertyui shithead metallic mountain benjamin elephant rush2112 1q2w3e4r5t
creative garfield bullshit asdfghjk 1qazxsw2 december airborne brooklyn godzilla 4815162342 williams darkness blink182
platinum 01012011 11223344 lifehack 12qwaszx snowball nintendo november pakistan explorer redwings 789456123 lasvegas
guinness christin asdf1234 babygirl michigan carolina alexande dickhead minecraft metallica kristina kimberly snickers
paradise caroline 147258369 lacrosse bollocks poohbear qweasdzxc einstein drowssap courtney spitfire patricia maryjane
champion svetlana anderson westside security zaq12wsx alexander 123456789a 1232323q scarface qwerty12 marshall veronica
stargate 12345qwert semperfi brittany scotland cherokee simpsons michael1 vladimir franklin infinity passport bulldogs
1234554321 budlight usuckballz1 softball fktrcfylh kawasaki wildcats logitech swordfis motorola alexandr patriots
colorado juventus freeuser warcraft wolverin elizabet valentin mitchell password123 ncc1701d spiderma hello123 virginia
pearljam 123qweasd predator charlie1 panthers peekaboo rolltide american cardinal chevelle fyfcnfcbz loverboy lovelove
123654789 changeme electric darkside hercules lawrence wolfpack letmein1 741852963 spiderman blizzard cheyenne
123456789q cjkysirj 147852369 sterling basketball pussycat a1b2c3d4 freepass airplane billybob stingray chocolat
zeppelin firebird business greenday tarheels 01011980 hellfire engineer serenity fireball 1029384756 remember darkstar
mustang1 pavilion bobafett 01012000 dbrnjhbz harrison welcome1 swimming defender precious icecream swordfish presario
rockstar airforce thailand 21122112 bluebird goldfish wrangler cadillac longhorn microsoft christia qazwsx123 assassin
atlantis 123qweasdzxc lonewolf software leonardo srinivas angelina valentina veronika babydoll wordpass butterfly
devildog mistress freedom1 soso123aljg montreal wolfgang 31415926 hotstuff basketba birthday stephani jessica1 testtest
fuckyou2 kathleen savannah shamrock deftones goldberg renegade hamilton cristina blahblah enterpri 1234abcd babylon5
sweetpea trfnthbyf cavalier marathon aardvark butterfl bigboobs manchester yankees1 napoleon buckeyes 01011990 fredfred
highland 1qaz2wsx3edc diamonds campbell chandler drpepper
`
    .trim()
    .split(/\s/u),
);
