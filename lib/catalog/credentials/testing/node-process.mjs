// For tests: another node, which has read the catalog when it says so. Given a model's id, it returns the key with which it calls it.
import '../../../../scripts/steps/load-typescript.mjs'

const { findModel, loadCatalog } = await import('../../models/read-snapshot.ts')
const { chatModelFor } = await import('../../../upstream/registry.ts')

await loadCatalog()

process.on('message', async (id) => {
  const target = findModel(id)?.routes[0].target
  const call = { request: { model: 'any', messages: [] }, signal: AbortSignal.timeout(10_000) }
  const answer = target === undefined ? null : await chatModelFor(target).complete(call).catch(String)
  process.send?.(answer === null ? null : String(answer))
})
process.send?.('ready')
