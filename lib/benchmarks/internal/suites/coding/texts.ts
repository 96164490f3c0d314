import { askForCode } from './ask-for-code'

export const texts = [
  askForCode({
    id: 'vowel-rotate',
    signature: 'rotateVowels(text)',
    task: 'Return the text with its vowels (a, e, i, o, u, in either case) moved one vowel place to the right: each vowel place gets the vowel that stood at the vowel place before, the first one gets the last. Everything else stays where it is. `rotateVowels("paper boat")` is `"papar beot"`: the vowels a, e, o, a have become a, a, e, o.',
    cases: [
      [['paper boat'], 'papar beot'],
      [[''], ''],
      [['rhythm'], 'rhythm'],
      [['Ada'], 'adA'],
      [['queue'], 'qeueu'],
      [['sky is UP'], 'sky Us iP'],
    ],
    solution: `
function rotateVowels(text) {
  const isVowel = (letter) => 'aeiouAEIOU'.includes(letter)
  const vowels = [...text].filter(isVowel)
  let at = -1
  return [...text].map((letter) => (isVowel(letter) ? vowels.at(at++) : letter)).join('')
}`,
  }),
  askForCode({
    id: 'compress-runs',
    signature: 'packRuns(text)',
    task: 'Replace every run of three or more equal characters by the character, `*` and the length of the run; shorter runs stay as they are. `packRuns("aaabccdddd")` is `"a*3bccd*4"`. The text has no digits and no `*`.',
    cases: [
      [['aaabccdddd'], 'a*3bccd*4'],
      [[''], ''],
      [['xx'], 'xx'],
      [['zzzzzzzzzzzz'], 'z*12'],
      [['aAAAa'], 'aA*3a'],
      [['--- --'], '-*3 --'],
    ],
    solution: `const packRuns = (text) => text.replace(/(.)\\1{2,}/gs, (run, one) => one + '*' + run.length)`,
  }),
  askForCode({
    id: 'initials',
    signature: 'initials(name)',
    task: 'Return the initials of a person’s name in capitals, each followed by a dot, with nothing between them. Words are parted by spaces (one or more) or hyphens. The words "de", "van", "von" and "da" (in lower case) are left out. `initials("anna-maria van der Berg")` is `"A.M.D.B."`.',
    cases: [
      [['anna-maria van der Berg'], 'A.M.D.B.'],
      [['  ludwig   von  b '], 'L.B.'],
      [['Leonardo da Vinci'], 'L.V.'],
      [['Da Ponte'], 'D.P.'],
      [[''], ''],
      [['jean-luc de-la tour'], 'J.L.L.T.'],
    ],
    solution: `
function initials(name) {
  const left = new Set(['de', 'van', 'von', 'da'])
  return name.split(/[ -]+/).filter((word) => word !== '' && !left.has(word)).map((word) => word[0].toUpperCase() + '.').join('')
}`,
  }),
  askForCode({
    id: 'wrap-lines',
    signature: 'wrapLines(text, width)',
    task: 'Break the text into lines of at most `width` characters and return them as an array. Words are parted by single spaces; a line breaks only between words and takes as many words as fit; the space at a break goes away. A word longer than `width` gets a line of its own, unbroken. An empty text gives an empty array.',
    cases: [
      [
        ['the quick brown fox', 10],
        ['the quick', 'brown fox'],
      ],
      [['', 5], []],
      [
        ['a b c', 1],
        ['a', 'b', 'c'],
      ],
      [
        ['extraordinary is it', 5],
        ['extraordinary', 'is it'],
      ],
      [['one two three', 13], ['one two three']],
      [
        ['one two three', 12],
        ['one two', 'three'],
      ],
    ],
    solution: `
function wrapLines(text, width) {
  const lines = []
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.length - 1
    if (last >= 0 && lines[last].length + 1 + word.length <= width) lines[last] += ' ' + word
    else lines.push(word)
  }
  return lines
}`,
  }),
  askForCode({
    id: 'brackets-depth',
    signature: 'bracketDepth(text)',
    task: 'The text has the brackets ( ) [ ] { } among other characters. Return how deep they are nested at the deepest place, or -1 when they are not properly nested (every opening bracket closed by its own kind, in the right order).',
    cases: [
      [['a(b[c]{d})'], 2],
      [[''], 0],
      [['no brackets'], 0],
      [['([)]'], -1],
      [['(('], -1],
      [[')('], -1],
      [['[[[]]]()'], 3],
    ],
    solution: `
function bracketDepth(text) {
  const closing = { '(': ')', '[': ']', '{': '}' }
  const open = []
  let deepest = 0
  for (const one of text) {
    if (one in closing) deepest = Math.max(deepest, open.push(closing[one]))
    else if (')]}'.includes(one) && open.pop() !== one) return -1
  }
  return open.length === 0 ? deepest : -1
}`,
  }),
  askForCode({
    id: 'caesar-words',
    signature: 'shiftWords(text)',
    task: 'Shift every letter a–z and A–Z forward in the alphabet by the length of the word that it is in, going on with a after z; the case stays. Words are runs of the letters a–z and A–Z; everything else stays as it is. `shiftWords("ab xyz!")` is `"cd abc!"`: "ab" is shifted by 2 and "xyz" by 3.',
    cases: [
      [['ab xyz!'], 'cd abc!'],
      [[''], ''],
      [['Zebra'], 'Ejgwf'],
      [["it's 42"], "kv't 42"],
      [['a-b'], 'b-c'],
      [['abcdefghijklmnopqrstuvwxyz'], 'abcdefghijklmnopqrstuvwxyz'],
    ],
    solution: `
function shiftWords(text) {
  return text.replace(/[a-z]+/gi, (word) =>
    [...word].map((letter) => {
      const base = letter < 'a' ? 65 : 97
      return String.fromCharCode(((letter.charCodeAt(0) - base + word.length) % 26) + base)
    }).join(''))
}`,
  }),
  askForCode({
    id: 'anagram-groups',
    signature: 'anagramGroups(words)',
    task: 'Group the words that are made of the same letters (case does not matter). Return an array of groups with at least two words; each group has its words in the order of the input, and groups stand in the order of their first words.',
    cases: [
      [
        [['tea', 'dog', 'Eat', 'god', 'cat']],
        [
          ['tea', 'Eat'],
          ['dog', 'god'],
        ],
      ],
      [[[]], []],
      [[['a', 'b']], []],
      [[['ab', 'BA', 'ab']], [['ab', 'BA', 'ab']]],
      [
        [['listen', 'silent', 'aab', 'abb', 'aba']],
        [
          ['listen', 'silent'],
          ['aab', 'aba'],
        ],
      ],
    ],
    solution: `
function anagramGroups(words) {
  const groups = new Map()
  for (const word of words) {
    const key = [...word.toLowerCase()].sort().join('')
    groups.set(key, [...(groups.get(key) ?? []), word])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}`,
  }),
]
