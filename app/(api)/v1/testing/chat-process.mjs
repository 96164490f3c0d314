// For tests: a separate process that answers chat, and is killed. Tells its parent its address and, on request, when all
// of its settlements are in the database.
import '../../../../scripts/steps/load-typescript.mjs'

await import('./report-sessions.mjs')
const { nodeDoorOf } = await import('../../../../lib/http/testing.ts')
const { loadCatalog } = await import('../../../../lib/catalog/models/read-snapshot.ts')
const { flushLedger } = await import('../../../../lib/money/ledger/ledger.ts')
// Of a test that failed before it stopped this.
process.on('disconnect', () => process.exit())
process.on('message', () => flushLedger().then(() => process.send?.('flushed')))
await loadCatalog()
const modules = { '/v1/chat/completions': await import('../chat/completions/route.ts') }
process.send?.((await nodeDoorOf(modules)).origin)
