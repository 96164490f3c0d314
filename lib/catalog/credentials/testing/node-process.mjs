// For tests: another node, which has read the catalog when it says so. Given a model's id, it returns the key with which it calls it.
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
