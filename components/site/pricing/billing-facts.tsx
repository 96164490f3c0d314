import type { Fact } from '../fact-list'

/** How money moves, in the order in which it does. */
export const billingFacts: Fact[] = [
  {
    name: 'Before a request',
    text: 'The most that it can cost is held: what goes in, counted, and the longest answer that you allow. Without that much credit the answer is a 402, and nothing is sent.',
  },
  {
    name: 'After it',
    text: 'What was used is charged by the price of whoever answered, to the billionth of a dollar. The rest of the hold is free again in the same moment.',
  },
  {
    name: 'When it fails',
    text: 'Failed requests, empty answers and streams that a provider broke cost nothing. If you hang up, you pay for what was delivered.',
  },
  {
    name: 'Fallbacks',
    text: 'Attempts that did not answer are not charged. A key can say which providers may be tried, and whether any other may.',
  },
  {
    name: 'Limits',
    text: 'A key can be given a limit for good, or by the day, week or month. It stops by itself when that is spent.',
  },
  {
    name: 'Price changes',
    text: 'A new price is a new version and counts from its date on. Every bill names the version that it was made by.',
  },
]
