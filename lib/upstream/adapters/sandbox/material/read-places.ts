const NAME =
  "\\p{Lu}[\\p{L}'’.-]*(?:[ ](?:de|da|do|del|la|le|el|of|am|an|der|the)?[ ]?\\p{Lu}[\\p{L}'’.-]*){0,3}"
const JOINT = '(?:,? and |,? or |, | & | vs\\.? |/)'
const LIST = `${NAME}(?:${JOINT}${NAME}){0,19}`
const prepositions = 'in|for|at|of|from|to|near|between|around|via|visit|visiting|into'
const notPlaces = new Set(
  'I Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Celsius Fahrenheit Kelvin JSON English French German Spanish Today Tomorrow USD EUR GBP'.split(
    ' ',
  ),
)

/** Capitalised names after words such as in, for, from: `in Paris, London and New York`. */
export function readPlaces(text: string, after = prepositions): string[] {
  const listed = new RegExp(`\\b(?:${after})\\s+(?:the\\s+)?(${LIST})`, 'gu')
  const places = [...text.matchAll(listed)].flatMap((match) => splitPlaces(match[1] ?? ''))
  if (places.length > 0) return unique(places)
  const single = new RegExp(`\\b(?:${after})\\s+(\\p{Ll}{3,20})\\s*(?:[?.!]|$)`, 'u').exec(text)?.[1]
  return single === undefined || commonWords.has(single) ? [] : [single]
}

const commonWords = new Set(
  'celsius fahrenheit kelvin json english french german spanish detail details short general advance total order order. once full please mine that this them there today tomorrow now'.split(
    ' ',
  ),
)

function splitPlaces(list: string): string[] {
  const places: string[] = []
  for (const raw of list.split(new RegExp(JOINT, 'u'))) {
    const place = raw.replace(/[.'’-]+$/, '')
    const last = places.at(-1)
    // `Austin, TX` and `Paris, France` are one place each.
    const belongsToLast = last !== undefined && !last.includes(',') && list.includes(`${last}, ${place}`)
    if (belongsToLast && (/^\p{Lu}{2}$/u.test(place) || countries.has(place)))
      places.splice(-1, 1, `${last}, ${place}`)
    else if (place !== '' && !notPlaces.has(place)) places.push(place)
  }
  return places
}

const countries = new Set(
  'France Germany Spain Italy Japan China India Brazil Canada Mexico Egypt Kenya Norway Sweden Poland Portugal Greece Turkey England Scotland Ireland Australia Austria Switzerland Netherlands Belgium Denmark Finland USA UK Texas California'.split(
    ' ',
  ),
)

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
