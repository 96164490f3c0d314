// For tests: another node. It sends `ready` once it has loaded the catalog, then answers a model's id with the key it calls it with.
import '../../../../scripts/steps/load-typescript.mjs'

const { findModel, loadCatalog } = await import('../../models/read-snapshot.ts')
const { askModel } = await import('../../../upstream/registry.ts')

await loadCatalog()

process.on('message', async (id) => {
  const route = findModel(id)?.routes[0]
  const call = { request: { model: 'any', messages: [] }, signal: AbortSignal.timeout(10_000) }
  const answer = route ? await askModel('chat', route, (chat) => chat.complete(call)).catch(String) : null
  process.send?.(answer === null ? null : String(answer))
})
process.send?.('ready')
