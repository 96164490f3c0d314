// For tests: a separate process that works on the batch that its parent names, and is killed.
import '../../../../scripts/steps/load-typescript.mjs'

await import('./report-sessions.mjs')
const { loadCatalog } = await import('../../../../lib/catalog/models/read-snapshot.ts')
const { runToEnd } = await import('../batches/testing.ts')
await loadCatalog()
process.on('disconnect', () => process.exit())
process.on('message', (id) => runToEnd(id).then(() => process.send?.('ended')))
process.send?.('ready')
