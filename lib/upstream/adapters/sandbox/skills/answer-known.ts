import { capitals } from '../knowledge/capitals'
import type { Skill } from '../reply/skill'

const known: readonly (readonly [RegExp, string])[] = [
  [/\bhow many days (?:are )?(?:there )?in a week\b/i, 'A week has 7 days.'],
  [/\bhow many days (?:are )?(?:there )?in a (?:normal )?year\b/i, 'A year has 365 days, a leap year 366.'],
  [/\bhow many months (?:are )?(?:there )?in a year\b/i, 'A year has 12 months.'],
  [/\bhow many hours (?:are )?(?:there )?in a day\b/i, 'A day has 24 hours.'],
  [/\bhow many minutes (?:are )?(?:there )?in an hour\b/i, 'An hour has 60 minutes.'],
  [/\bhow many seconds (?:are )?(?:there )?in a minute\b/i, 'A minute has 60 seconds.'],
  [
    /\bwhat colou?r is the sky\b|\bwhy is the sky blue\b/i,
    'The sky is blue by day, because air scatters blue light more than red light.',
  ],
  [
    /\bhow many (?:planets|continents)\b/i,
    'There are eight planets in the solar system and, as commonly counted, seven continents on Earth.',
  ],
  [/\bspeed of light\b/i, 'Light travels at 299,792,458 metres a second in a vacuum.'],
  [/\bboiling point of water\b|\bwater boils?\b/i, 'At sea level water boils at 100 °C (212 °F).'],
  [/\bmeaning of life\b/i, '42, as the story goes. The question is the hard part.'],
]

/** The few facts it has. Everything else it does not pretend to know. */
export const answerKnown: Skill = ({ ask }) => {
  if (ask.length > 300) return undefined
  const country = /\bcapital(?: city)? of (?:the )?([\p{L} .]{2,40}?)\s*(?:[?.!,\n]|$|\band\b|\bin one\b)/iu
    .exec(ask)?.[1]
    ?.toLowerCase()
  const match =
    country === undefined ? undefined : Object.entries(capitals).find(([name]) => isCalled(name, country))
  if (match !== undefined) return `The capital of ${match[0]} is ${match[1]}.`
  return known.find(([pattern]) => pattern.test(ask))?.[1]
}

const shortNames: Readonly<Record<string, string>> = {
  uk: 'united kingdom',
  'great britain': 'united kingdom',
  usa: 'united states',
  us: 'united states',
  america: 'united states',
  holland: 'netherlands',
  czechia: 'czech republic',
}

function isCalled(name: string, country: string): boolean {
  const asked = Object.hasOwn(shortNames, country) ? shortNames[country] : country
  return name.toLowerCase().replace(/^the /, '') === asked
}
