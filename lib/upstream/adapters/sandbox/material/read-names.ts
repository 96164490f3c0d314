const notNames = new Set(
  'I A An The This That These What When Where Who Why How Which Is Are Do Does Can Could Would Should Will Please Create Make Write Give Tell Show Add Book Send Set Find Get Call Use Search Extract Schedule Remind Return Reply Answer Translate Invite Email Message Meet Ask Text Notify Assign Contact Introduce Register Delete Update Open Look Start Stop Let Now If As Not No Yes My Our Your It He She They We And Or But In On At From To For With Today Tomorrow Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December JSON Hello Hi Dear'.split(
    ' ',
  ),
)

/** Capitalised words that look like the names of people, in order. */
export function readNames(text: string): string[] {
  const introduced =
    /\b(?:named|called|name is|name:|i am|i'm)\s+(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)/giu
  const names = [...text.matchAll(introduced)]
    .map((match) => match[1] ?? '')
    .filter((name) => /^\p{Lu}/u.test(name))
  for (const [run] of text.matchAll(/\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’-]+)*/gu)) {
    const words = run.split(' ')
    while (words.length > 0 && notNames.has(words[0] ?? '')) words.shift()
    while (words.length > 0 && notNames.has(words.at(-1) ?? '')) words.pop()
    if (words.length > 0) names.push(words.join(' ').replace(/['’]s$/, ''))
  }
  return [...new Set(names)]
}
