/**
 * A circuit breaker, as plain data and moves. *Closed* lets every try through. It *opens* after three faults in a row, or
 * when half of the last twenty tries were faults; for a while then its route is only a last resort. When that time is over
 * it lets one try through (*half open*): a success closes it, a fault opens it for twice as long.
 *
 * All times are milliseconds of one monotonic clock.
 */
export type Breaker = {
  state: 'closed' | 'open' | 'half_open'
  faultsInARow: number
  /** Of the last tries, the oldest first: whether each was a fault. */
  history: boolean[]
  /** How often it opened since its last success. */
  openings: number
  /** Open: until then closed to all. Half open: until then one try may still be under way. */
  until: number
}

const FAULTS_IN_A_ROW = 3
const HISTORY_TRIES = 20
const FAULTS_IN_HISTORY = 10
const FIRST_REST_MILLIS = 1000
const LONGEST_REST_MILLIS = 60_000
/** A try that has no outcome for this long no longer keeps the next one out. */
const PROBE_MILLIS = 15_000
/** Rests differ by up to a quarter, so that nodes that failed together do not come back together. */
const JITTER = 0.25

export function newBreaker(): Breaker {
  return { state: 'closed', faultsInARow: 0, history: [], openings: 0, until: 0 }
}

/** Whether a try may go this way now, and not only where no other way is left. */
export function letsThrough(breaker: Breaker, now: number): boolean {
  return breaker.state === 'closed' || now >= breaker.until
}

/** A try begins. The one that an open breaker lets through keeps the others out until it is known how it went. */
export function noteTry(breaker: Breaker, now: number): void {
  if (breaker.state === 'closed' || now < breaker.until) return
  breaker.state = 'half_open'
  breaker.until = now + PROBE_MILLIS
}

/** A try ended without telling anything (its client hung up): the next one may find out. */
export function noteNothing(breaker: Breaker, now: number): void {
  if (breaker.state === 'half_open') breaker.until = now
}

export function noteSuccess(breaker: Breaker): void {
  if (breaker.state !== 'closed') {
    breaker.state = 'closed'
    breaker.history = []
  }
  breaker.faultsInARow = 0
  breaker.openings = 0
  remember(breaker, false)
}

export function noteFault(breaker: Breaker, now: number, random: () => number = Math.random): void {
  // A last resort that failed as was to be expected changes nothing: else a busy route would never be probed.
  if (breaker.state === 'open' && now < breaker.until) return
  breaker.faultsInARow += 1
  remember(breaker, true)
  if (breaker.state === 'closed' && !isTooFaulty(breaker)) return
  breaker.state = 'open'
  breaker.openings += 1
  breaker.until = now + restMillis(breaker.openings, random)
}

function isTooFaulty({ faultsInARow, history }: Breaker): boolean {
  if (faultsInARow >= FAULTS_IN_A_ROW) return true
  return history.length === HISTORY_TRIES && history.filter(Boolean).length >= FAULTS_IN_HISTORY
}

function remember({ history }: Breaker, isFault: boolean): void {
  history.push(isFault)
  if (history.length > HISTORY_TRIES) history.shift()
}

/** Twice as long after each opening, give or take the jitter. */
function restMillis(openings: number, random: () => number): number {
  const rest = Math.min(FIRST_REST_MILLIS * 2 ** (openings - 1), LONGEST_REST_MILLIS)
  return rest * (1 - JITTER + 2 * JITTER * random())
}
