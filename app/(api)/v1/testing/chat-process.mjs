// For tests: a process of its own that answers chat, to be killed. Says where to its parent, and when it is asked to, that all
// money it has requested is in the database.
import '../../../../scripts/steps/load-typescript.mjs'

const { nodeDoorOf } = await import('../../../../lib/http/testing.ts')
const { loadCatalog } = await import('../../../../lib/catalog/models/read-snapshot.ts')
const { flushLedger } = await import('../../../../lib/money/ledger/ledger.ts')
process.on('message', () => flushLedger().then(() => process.send?.('flushed')))
await loadCatalog()
const modules = { '/v1/chat/completions': await import('../chat/completions/route.ts') }
process.send?.((await nodeDoorOf(modules)).origin)
