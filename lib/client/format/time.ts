const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** `2 min ago`, `in 3 days`; further away than a month, the date. */
export function formatRelativeTime(iso: string, now: number): string {
  const distance = Date.parse(iso) - now
  const size = Math.abs(distance)
  if (Number.isNaN(size)) return iso
  if (size < 45_000) return distance > 0 ? 'in a moment' : 'just now'
  const amount = size < HOUR ? unit(size, MINUTE, 'min') : size < DAY ? unit(size, HOUR, 'h') : days(size)
  if (size > 30 * DAY) return formatDate(iso)
  return distance > 0 ? `in ${amount}` : `${amount} ago`
}

/** `21 Nov 2026`, in the reader's own zone. */
export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso))
}

/** `21 Nov 2026, 14:03:27`, in the reader's own zone. */
export function formatDateTime(iso: string): string {
  return dateTimeFormat.format(new Date(iso))
}

function unit(size: number, length: number, name: string): string {
  return `${Math.max(1, Math.round(size / length))} ${name}`
}

function days(size: number): string {
  const count = Math.max(1, Math.round(size / DAY))
  return count === 1 ? '1 day' : `${count} days`
}
