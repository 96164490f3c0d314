const empty = new Set(
  'a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further give had has have having he her here hers him his how i if in into is it its just let like make me more most my no nor not now of off on once only or other our ours out over own please same she should so some such tell than that the their them then there these they this those through to too under until up us very want was we were what when where which while who whom why will with would write you your yours explain describe show need help using use something really get one two compare going answer work works question sentence solve yes think know much many describe difference'.split(
    ' ',
  ),
)

/** The words that a text is about: the most frequent ones first, and among equals those that come first. */
export function keyWords(text: string, most: number): string[] {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}[\p{L}\p{N}'’-]*[\p{L}\p{N}]|\p{Script=Han}+/gu)) {
    const bare = word.replace(/['’](?:s|re|m|ve|ll|d|t)$/, '')
    if (!empty.has(bare) && word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([word]) => word)
}
