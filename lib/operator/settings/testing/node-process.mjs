// For tests: another node, which has read the settings when it says so. Told a variable's name, it says what is in force.
import '../../../../scripts/steps/load-typescript.mjs'

const { env } = await import('../../../platform/env.ts')
const { loadSettings } = await import('../keep-settings.ts')

await loadSettings()

process.on('message', (name) => process.send?.(env()[name] ?? null))
process.send?.('ready')
