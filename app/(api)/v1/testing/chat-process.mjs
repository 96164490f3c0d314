// For tests: a process of its own that answers chat, to be killed. Says its port to its parent, and when it is asked to,
// that all money it has asked for is in the database.
import '../../../../scripts/steps/load-typescript.mjs'

const { listenForChat } = await import('./listen-for-chat.ts')
const { flushLedger } = await import('../../../../lib/billing/ledger.ts')
process.on('message', () => flushLedger().then(() => process.send?.('flushed')))
process.send?.(await listenForChat())
