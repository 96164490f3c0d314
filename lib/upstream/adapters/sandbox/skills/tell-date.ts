import { clock } from '@/lib/platform/clock'
import type { Skill } from '../reply/skill'

/** All that it knows of the present is the clock of the machine it runs on. */
export const tellDate: Skill = ({ ask }) => {
  const isDay =
    /\bwhat(?:'s| is)?(?: the)? (?:current |today'?s )?(?:date|day|year|month)\b(?: is it)?(?: today| now)?\s*[?.!]?$|\bwhat day is (?:it|today)\b|\btoday'?s date\b/i.test(
      ask.trim(),
    )
  const isTime =
    /\bwhat(?:'s| is)?(?: the)? (?:current )?time\b(?: is it)?(?: now)?\s*[?.!]?$|\bwhat time is it\b/i.test(
      ask.trim(),
    )
  if (!isDay && !isTime) return undefined
  if (/\bwhat time is it in\b/i.test(ask))
    return 'I do not know the time zones of places; I only see the clock of this machine, in UTC.'
  const now = clock.now()
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(now)
  const time = now.toISOString().slice(11, 16)
  return isTime
    ? `By the clock of the machine I run on, it is ${time} UTC.`
    : `By the clock of the machine I run on, it is ${day} (UTC).`
}
