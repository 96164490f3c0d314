const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}
const timeShort: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
}

const timeExact: Intl.DateTimeFormatOptions = { ...timeShort, second: '2-digit' }

/** `2 min ago`, `in 3 days`; the date if it is more than a month away. */
export function formatRelativeTime(iso: string, now: number): string {
  const distance = Date.parse(iso) - now
  const size = Math.abs(distance)
  if (Number.isNaN(size)) return iso
  // Clocks differ by seconds: something another machine just did may appear to be in the future.
  if (size < 45_000) return distance > 5000 ? 'in a moment' : 'just now'
  const amount = size < HOUR ? unit(size, MINUTE, 'min') : size < DAY ? unit(size, HOUR, 'h') : days(size)
  if (size > 30 * DAY) return formatDate(iso)
  return distance > 0 ? `in ${amount}` : `${amount} ago`
}

/** `21 Nov 2026`, in the reader's time zone. */
export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso))
}

/** `21 Nov 2026, 14:03:27`, in the reader's time zone unless another is given. */
export function formatDateTime(iso: string, timeZone?: string): string {
  return formatIn(timeZone, dateTime).format(new Date(iso))
}

/** `21 Nov, 14:03`; the date if it is of another year. */
export function formatTimeShort(iso: string, now: number, timeZone?: string): string {
  const isThisYear = new Date(iso).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? formatIn(timeZone, timeShort).format(new Date(iso)) : formatDate(iso)
}

/** `21 Nov, 14:03:27`, next to a date that shows the year. */
export function formatTimeExact(iso: string, timeZone?: string): string {
  return formatIn(timeZone, timeExact).format(new Date(iso))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: formatters are expensive to create, and lists are long. */
function formatIn(timeZone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.year} ${options.second}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat('en-GB', timeZone ? { ...options, timeZone } : options)
  formats.set(key, format)
  return format
}

function unit(size: number, length: number, name: string): string {
  return `${Math.max(1, Math.round(size / length))} ${name}`
}

function days(size: number): string {
  const count = Math.max(1, Math.round(size / DAY))
  return count === 1 ? '1 day' : `${count} days`
}

/** All three-letter zones of IANA. `Intl` also accepts old abbreviations (PST, JST) that nothing else knows. */
const shortZones = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET']

/** A zone's name, not an offset such as `+02:00`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  if (name.length === 3 && !shortZones.includes(name.toUpperCase())) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-GB', day)
const momentFormat = new Intl.DateTimeFormat('en-GB', { ...day, hour: '2-digit', minute: '2-digit' })

/** `21 Nov 2026`: the server, which does not know the reader's zone, writes days in UTC. */
export function formatUtcDay(iso: string): string {
  return dayFormat.format(new Date(iso))
}

/** `21 Nov 2026, 14:03 UTC`. */
export function formatUtcMoment(iso: string): string {
  return `${momentFormat.format(new Date(iso))} UTC`
}
