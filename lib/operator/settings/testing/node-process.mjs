// For tests: another node. It sends `ready` once it has read the settings, then answers a variable's name with its value.
import '../../../../scripts/steps/load-typescript.mjs'

const { env } = await import('../../../platform/env.ts')
const { loadSettings } = await import('../keep-settings.ts')

await loadSettings()

process.on('message', (name) => process.send?.(env()[name] ?? null))
process.send?.('ready')
