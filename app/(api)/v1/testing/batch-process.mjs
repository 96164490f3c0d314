// For tests: a process of its own that works on a batch, whose id its parent says, to be killed.
import '../../../../scripts/steps/load-typescript.mjs'

const { loadCatalog } = await import('../../../../lib/catalog/models/read-snapshot.ts')
const { runToEnd } = await import('../batches/testing.ts')
await loadCatalog()
process.on('disconnect', () => process.exit())
process.on('message', (id) => runToEnd(id).then(() => process.send?.('ended')))
process.send?.('ready')
