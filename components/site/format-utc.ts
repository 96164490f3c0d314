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
