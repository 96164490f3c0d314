import { askForCode } from './ask-for-code'

export const formats = [
  askForCode({
    id: 'query-string',
    signature: 'readQuery(query)',
    task: 'Read a query string such as `"?a=1&b=two+words&a=3"` (the `?` may be missing) into an object. `+` is a space, %XX is decoded. A name that comes once gives a string, one that comes more often an array of strings in their order. A name without `=` has the value "". An empty query gives an empty object, and empty pieces between `&` are skipped.',
    cases: [
      [['?a=1&b=two+words&a=3'], { a: ['1', '3'], b: 'two words' }],
      [[''], {}],
      [['?'], {}],
      [['x&y='], { x: '', y: '' }],
      [['p%20q=%26%3D'], { 'p q': '&=' }],
      [['a=b=c&&d=4'], { a: 'b=c', d: '4' }],
      [['k=1&k=2&k=3'], { k: ['1', '2', '3'] }],
    ],
    solution: `
function readQuery(query) {
  const result = {}
  const decode = (text) => decodeURIComponent(text.replaceAll('+', ' '))
  for (const piece of query.replace(/^\\?/, '').split('&')) {
    if (piece === '') continue
    const at = piece.indexOf('=')
    const name = decode(at === -1 ? piece : piece.slice(0, at))
    const value = at === -1 ? '' : decode(piece.slice(at + 1))
    if (!Object.hasOwn(result, name)) result[name] = value
    else result[name] = [].concat(result[name], value)
  }
  return result
}`,
  }),
  askForCode({
    id: 'csv-line',
    signature: 'splitRecord(line)',
    task: 'Split one line of semicolon-separated values into an array of strings. A field may stand in single quotes; then semicolons in it count as text, and two single quotes in a row stand for one. Quotes only matter when the field begins with one. Spaces are kept. An empty line is one empty field.',
    cases: [
      [["a;b;'c;d'"], ['a', 'b', 'c;d']],
      [[''], ['']],
      [[';'], ['', '']],
      [["'it''s';x"], ["it's", 'x']],
      [["it's;x"], ["it's", 'x']],
      [["'';'a'"], ['', 'a']],
      [[' a ; b'], [' a ', ' b']],
    ],
    solution: `
function splitRecord(line) {
  const fields = []
  let at = 0
  for (;;) {
    let field = ''
    if (line[at] === "'") {
      at += 1
      while (at < line.length) {
        if (line[at] !== "'") field += line[at++]
        else if (line[at + 1] === "'") { field += "'"; at += 2 }
        else { at += 1; break }
      }
    }
    while (at < line.length && line[at] !== ';') field += line[at++]
    fields.push(field)
    if (at >= line.length) return fields
    at += 1
  }
}`,
  }),
  askForCode({
    id: 'title-slug',
    signature: 'toSlug(title, taken)',
    task: 'Make an address part from a title: lower case; the letters ä ö ü ß become ae oe ue ss; every run of characters other than a–z and 0–9 becomes one hyphen; none at either end. If nothing is left, use "page". If the result is in the array `taken`, append -2, or -3 and so on, the first that is not taken.',
    cases: [
      [['Größe & Maß', []], 'groesse-mass'],
      [['Hello, World!', ['hello-world']], 'hello-world-2'],
      [['Hello, World!', ['hello-world', 'hello-world-2']], 'hello-world-3'],
      [['???', []], 'page'],
      [['--', ['page']], 'page-2'],
      [['ÄRA 2000', ['x']], 'aera-2000'],
    ],
    solution: `
function toSlug(title, taken) {
  const letters = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
  const plain = title.toLowerCase().replace(/[äöüß]/g, (one) => letters[one])
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'page'
  if (!taken.includes(slug)) return slug
  let number = 2
  while (taken.includes(slug + '-' + number)) number += 1
  return slug + '-' + number
}`,
  }),
  askForCode({
    id: 'number-words',
    signature: 'spell(number)',
    task: 'Spell a whole number from 0 to 999 in English, in lower case, with a hyphen between tens and ones and “and” after the hundreds when something follows: 115 is "one hundred and fifteen", 342 is "three hundred and forty-two", 700 is "seven hundred".',
    cases: [
      [[115], 'one hundred and fifteen'],
      [[0], 'zero'],
      [[13], 'thirteen'],
      [[20], 'twenty'],
      [[342], 'three hundred and forty-two'],
      [[700], 'seven hundred'],
      [[908], 'nine hundred and eight'],
      [[999], 'nine hundred and ninety-nine'],
    ],
    solution: `
function spell(number) {
  const small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
  const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
  if (number < 20) return small[number]
  if (number < 100) return tens[Math.floor(number / 10)] + (number % 10 ? '-' + small[number % 10] : '')
  const rest = number % 100
  return small[Math.floor(number / 100)] + ' hundred' + (rest ? ' and ' + spell(rest) : '')
}`,
  }),
]
