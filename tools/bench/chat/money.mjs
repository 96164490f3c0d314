// Whether the money is right: what is billed of what is answered, and what a key of $0.10 can spend when 200 calls come at once.
import { EVENTS, MODELS, TOKENS } from './models.mjs'
import { load } from './stage.mjs'

const LIMIT_USD = 0.1
const BURST = { body: 'dear', load: ['burst', '-c', 200, '-t', 60] }
/** All are let end, so that what was answered is known. */
const WHOLE = { body: 'short', load: ['closed', '-c', 16, '-t', 3, '-w', 0, '-x', 60] }
const STREAMED = {
  body: 'stream-20ms',
  load: ['streams', '-c', 16, '-t', 1, '-w', 0.5, '-x', 60, '-e', EVENTS],
}

const priceOf = (name) => Number(MODELS.find((model) => model.name === name).price)

/** For a contender that counts requests, and for one that shows its customers only what they paid. */
function expected(whole, streamed, unit) {
  if (unit === 'requests') return whole + streamed
  return (whole * TOKENS.answer + streamed * TOKENS.stream) * priceOf('mock')
}

async function checkBilling(stage, one) {
  const before = await one.readBilled()
  const whole = (await load(stage, one, WHOLE)).ok
  const streamed = (await load(stage, one, STREAMED)).ok
  const after = await one.readBilled()
  const [unit] = Object.keys(after)
  const billed = after[unit] - before[unit]
  return { whole, streamed, [unit]: billed, share: billed / expected(whole, streamed, unit) }
}

async function checkBurst(stage, one) {
  const headers = await one.makeTinyKey()
  const before = await stage.upstream.readCounts()
  const { ok, statuses } = await load(stage, one, BURST, headers)
  const after = await stage.upstream.readCounts()
  const spent = await one.readTinySpend()
  const reachedUpstream = after.answered - before.answered
  return { ok, statuses, reachedUpstream, spent, over: Math.max(0, spent - LIMIT_USD) }
}

/** Without an entry for a contender that has no money. */
export async function checkMoney(stage, contenders) {
  const found = {}
  for (const one of contenders.filter(({ readBilled }) => readBilled)) {
    found[one.id] = { billing: await checkBilling(stage, one), burst: await checkBurst(stage, one) }
    stage.say(`${one.name}: ${JSON.stringify(found[one.id])}`)
  }
  return found
}
