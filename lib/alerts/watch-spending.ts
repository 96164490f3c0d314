import { listLimitedKeys } from '@/lib/api-keys/list-limited-keys'
import { type ChangedBalance, listChangedBalances } from '@/lib/billing/balance'
import { clock } from '@/lib/platform/clock'
import { watchBalances } from './internal/watch-balances'
import { watchKeys } from './internal/watch-keys'
import { findWatermark, raiseWatermark } from './repository'

const BALANCES = 'balances'
const PAGE = 1000
/** A change is dated when its transaction begins and seen when it ends: the last look's end is looked at again. */
const OVERLAP_MILLIS = 5 * 60 * 1000
/** A task settles days after its key was used, at the latest. */
const KEY_USE_MILLIS = 4 * 24 * 3600 * 1000

/** Looks at what was spent since the last time and tells whoever should know. Several may look at once. */
export async function watchSpending(): Promise<void> {
  await watchChangedBalances()
  await watchUsedKeys()
}

async function watchChangedBalances(): Promise<void> {
  const seenUntil = await findWatermark(BALANCES)
  const after = new Date(Math.max(0, (seenUntil?.getTime() ?? 0) - OVERLAP_MILLIS))
  let newest = seenUntil
  let page: ChangedBalance[]
  let last = ''
  do {
    page = await listChangedBalances(after, last, PAGE)
    await watchBalances(page)
    for (const { updatedAt } of page) if (newest === null || updatedAt > newest) newest = updatedAt
    last = page.at(-1)?.customerId ?? last
  } while (page.length === PAGE)
  if (newest !== null) await raiseWatermark(BALANCES, newest)
}

async function watchUsedKeys(): Promise<void> {
  const usedSince = new Date(clock.now().getTime() - KEY_USE_MILLIS)
  let last = ''
  for (;;) {
    const page = await listLimitedKeys(usedSince, last, PAGE)
    await watchKeys(page)
    last = page.at(-1)?.id ?? last
    if (page.length < PAGE) return
  }
}
