import { splitName } from '../schema/split-name'
import type { MessageFacts } from './message-facts'

type Role = {
  words: readonly string[]
  find: (facts: MessageFacts) => readonly string[]
  isFreeText?: boolean
}

/** What a property's name says about the text it wants. The first role with a word of the name decides. */
const roles: readonly Role[] = [
  { words: ['email', 'mail', 'emails'], find: (facts) => facts.emails },
  { words: ['url', 'link', 'uri', 'website', 'href', 'webpage'], find: (facts) => facts.urls },
  { words: ['timezone', 'zone', 'tz'], find: (facts) => facts.places },
  { words: ['currency', 'currencies'], find: (facts) => facts.currencies },
  { words: ['language', 'lang', 'locale'], find: (facts) => facts.languages },
  { words: ['ticker', 'symbol', 'stock'], find: (facts) => facts.symbols },
  {
    words: ['date', 'day', 'deadline', 'due', 'when', 'checkin', 'checkout', 'birthday'],
    find: (facts) => facts.dates,
  },
  { words: ['time', 'hour', 'start', 'end', 'at'], find: (facts) => [...facts.times, ...facts.dates] },
  {
    words: ['origin', 'departure', 'source', 'from'],
    find: (facts) => either(facts.currencies, facts.origins),
  },
  { words: ['destination', 'arrival', 'target'], find: (facts) => either(facts.destinations, facts.places) },
  {
    words: ['to', 'recipient', 'recipients', 'receiver'],
    find: (facts) => either(facts.emails, either(facts.destinations, facts.names)),
  },
  {
    words: [
      'city',
      'location',
      'place',
      'town',
      'where',
      'address',
      'region',
      'area',
      'country',
      'state',
      'cities',
      'locations',
      'places',
    ],
    find: (facts) => facts.places,
  },
  {
    words: [
      'participant',
      'attendee',
      'person',
      'people',
      'contact',
      'author',
      'guest',
      'member',
      'owner',
      'assignee',
      'participants',
      'attendees',
      'contacts',
      'authors',
      'guests',
      'members',
    ],
    find: (facts) => facts.names,
  },
  {
    words: ['id', 'identifier', 'number', 'sku', 'ticket', 'order', 'reference'],
    find: (facts) => facts.codes,
  },
  {
    words: ['expression', 'formula', 'equation', 'calculation'],
    find: (facts) => either(facts.formulas, facts.remainder),
  },
  {
    words: [
      'query',
      'q',
      'search',
      'question',
      'term',
      'terms',
      'keyword',
      'keywords',
      'topic',
      'subject',
      'text',
      'message',
      'content',
      'body',
      'input',
      'prompt',
      'sentence',
      'phrase',
      'command',
      'code',
      'task',
      'note',
      'reminder',
      'description',
      'reason',
      'request',
      'title',
      'summary',
    ],
    find: (facts) => [...facts.quotes, ...facts.remainder],
    isFreeText: true,
  },
  {
    words: ['name', 'names', 'user', 'customer', 'username'],
    find: (facts) => [...facts.quotes, ...facts.names],
  },
]

export type RoleValues = { values: readonly string[]; isFreeText: boolean }

/** The texts in a message that suit a property, by its name; undefined where the name says nothing. */
export function roleValues(name: string, facts: MessageFacts): RoleValues | undefined {
  const words = splitName(name)
  const role = roles.find((item) => item.words.some((word) => words.includes(word)))
  return role === undefined ? undefined : { values: role.find(facts), isFreeText: role.isFreeText === true }
}

function either(first: readonly string[], second: readonly string[]): readonly string[] {
  return first.length > 0 ? first : second
}
