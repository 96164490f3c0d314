import { splitName } from './split-name'

/** What stands for a thing when the message does not say: plainly an example, and of the right kind. */
const examples: Record<string, string> = {
  city: 'Paris',
  location: 'Paris',
  place: 'Paris',
  destination: 'Paris',
  origin: 'London',
  country: 'France',
  language: 'English',
  currency: 'USD',
  timezone: 'UTC',
  email: 'user@example.com',
  url: 'https://example.com/',
  link: 'https://example.com/',
  phone: '+1 555 0100',
  date: '2025-01-01',
  day: '2025-01-01',
  time: '09:00',
  id: 'sample-1',
  path: '/sample',
  code: 'SAMPLE',
  name: 'Sample',
  title: 'Sample title',
  color: 'blue',
  colour: 'blue',
}

export function exampleText(name: string, variant: number): string {
  const words = splitName(name)
  const known = words.findLast((word) => Object.hasOwn(examples, word))
  const text = (known === undefined ? undefined : examples[known]) ?? `sample ${words.join(' ')}`.trim()
  return variant === 0 ? text : `${text} ${variant + 1}`
}
