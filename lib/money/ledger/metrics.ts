import { gauge, histogram } from '@/lib/platform/metrics'
import { remember } from '@/lib/platform/remember'
import { sumHolds } from './internal/holds-repository'

/** When each settlement that is not in the database yet was requested, the oldest first; milliseconds of the monotonic clock. */
const waiting = remember('settlements-waiting', () => new Set<{ sinceMillis: number }>())

const settlementSeconds = histogram(
  'settlement_seconds',
  'From an answer’s end to its charge in the database.',
  [],
)
gauge('settlements_waiting', 'Answers whose charge is not in the database yet.', [], () => [
  { value: waiting.size },
])
gauge(
  'settlement_oldest_seconds',
  'How long the oldest of them has waited.',
  [],
  () => {
    const [oldest] = waiting
    return [{ value: oldest ? (performance.now() - oldest.sinceMillis) / 1000 : 0 }]
  },
  { shared: true },
)

/** A settlement is requested. Returns a function to call when it is booked. */
export function noteSettling(): () => void {
  const one = { sinceMillis: performance.now() }
  waiting.add(one)
  return () => {
    waiting.delete(one)
    settlementSeconds.observe({}, (performance.now() - one.sinceMillis) / 1000)
  }
}

const holds = (kind: 'count' | 'usd') => async () => [{ value: (await sumHolds())[kind] }]
gauge('holds_open', 'Holds that are neither settled nor released.', [], holds('count'), { shared: true })
gauge('holds_open_usd', 'What they set aside, in dollars.', [], holds('usd'), { shared: true })
