const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'
const spoken = new RegExp(
  `\\b\\d{4}-\\d{2}-\\d{2}(?:T[\\d:.Z+-]+)?|\\b(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTHS})(?: \\d{4})?|\\b(?:next |this |on )?(?:${DAYS})\\b|\\b(?:today|tomorrow|tonight|yesterday|next week|next month|this weekend)\\b`,
  'gi',
)

/** Dates as they are written: `2025-03-01`, `June 5`, `next Monday`, `tomorrow`. A full date comes as ISO 8601 too. */
export function readDates(text: string): string[] {
  return [...text.matchAll(spoken)].flatMap(([date]) => {
    const plain = date.replace(/^on /i, '')
    const iso = toIsoDate(plain)
    return iso === undefined || iso === plain ? [plain] : [plain, iso]
  })
}

function toIsoDate(date: string): string | undefined {
  const match = new RegExp(
    `^(?:(${MONTHS}) )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)?(?: (${MONTHS}))?,? (\\d{4})$`,
    'i',
  ).exec(date)
  const month = MONTHS.split('|').indexOf((match?.[1] ?? match?.[3] ?? '').toLowerCase()) + 1
  if (match === null || month === 0) return undefined
  return `${match[4]}-${String(month).padStart(2, '0')}-${(match[2] ?? '').padStart(2, '0')}`
}
