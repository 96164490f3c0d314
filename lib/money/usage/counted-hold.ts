import { hold } from '@/lib/money/ledger/ledger'
import { releaseUnsharedHolds, type Share, takeShare } from '@/lib/money/ledger/pooled-holds'
import { isDoneWithin } from '@/lib/platform/probe'

/**
 * The second look at a hold that is refused. The first is for the cheap worst case, which counts bytes as tokens and is some four
 * times the price; by it alone, most of a small budget could never be spent. So the prompt is counted, and less is asked for.
 */
export type Recount = {
  /** What the request costs at the very least: for somebody with less nothing is counted. */
  leastNanos: bigint
  /** Counts for somebody who can spend that much; may stop where it cannot be enough. */
  count(availableNanos: bigint): Promise<Counted>
}

/** Where an estimate comes to more than this many times what there is, the whole prompt is not worth counting. */
export const FAR = 2n

/** What a request comes to by our count, and the most by that of an upstream. */
type Counted = { countedNanos: bigint; mostNanos: bigint }

type HoldItem = Parameters<typeof hold>[0]
type HoldRow = Awaited<ReturnType<typeof hold>>

/** `amountNanos`: what is held, or of a refused hold, what it would take. */
type Answer = { row: HoldRow; amountNanos: bigint; share?: Share }

/** Holds the worst case; where that is refused, what the request comes to when it is counted. */
export async function holdOrCount(item: HoldItem, recount: Recount | undefined): Promise<Answer> {
  const amountNanos = BigInt(item.amount)
  let row = await hold(item)
  if (row.outcome === 'balance' && (await hasReleased(item.customer_id))) row = await hold(item)
  if (row.outcome === 'held' || !recount || row.available < recount.leastNanos) return { row, amountNanos }
  return holdCounted(item, row, recount)
}

const RELEASE_PATIENCE_MILLIS = 1000

/** What a pooled hold keeps for later requests is for this one too. */
async function hasReleased(customerId: string): Promise<boolean> {
  const released = releaseUnsharedHolds(customerId)?.catch(() => undefined)
  return released !== undefined && isDoneWithin(released, RELEASE_PATIENCE_MILLIS)
}

/** Others may spend at the same time: then less is left, which may still do. */
const MOST_ASKED = 3

/**
 * The margin for an upstream that counts more than we do is held as far as there is money for it: so the last of a budget can be
 * spent, and of all that is spent from it no more than that margin, once, may have to be waived.
 */
async function holdCounted(item: HoldItem, refused: HoldRow, recount: Recount): Promise<Answer> {
  const { countedNanos, mostNanos } = await inTurn(item.customer_id, () => recount.count(refused.available))
  let row = refused
  for (let asked = 0; asked < MOST_ASKED && row.available >= countedNanos; asked++) {
    const isShort = row.available < mostNanos
    const amountNanos = isShort ? row.available : mostNanos
    const share = item.limit === null ? takeShare(item.customer_id, amountNanos) : undefined
    if (share) return { row: { ...row, outcome: 'held' }, amountNanos, share }
    row = await hold({ ...item, amount: amountNanos.toString() })
    if (row.outcome === 'held') return { row, amountNanos }
  }
  return { row, amountNanos: countedNanos }
}

const counting = new Map<string, Promise<unknown>>()

/** One count of a customer at a time: it takes processor time that is not paid for yet. */
async function inTurn<Result>(customerId: string, work: () => Promise<Result>): Promise<Result> {
  const before = counting.get(customerId)
  const mine = before ? before.then(work, work) : work()
  counting.set(customerId, mine)
  try {
    return await mine
  } finally {
    if (counting.get(customerId) === mine) counting.delete(customerId)
  }
}
