// `npm run check:upstreams`: asks every configured provider for its models and one short answer, and prints the results. Reads the
// catalog files and the environment's keys. Needs no database or running server, and writes nothing.
import { prepareCheckout } from './steps/checkout.mjs'
import { root, runCommand } from './steps/command.mjs'
import { loadEnvFile } from './steps/settings.mjs'

/** Settings must be complete. Nothing connects to these. */
const placeholders = {
  DATABASE_URL: 'postgres://check@localhost/check',
  NEXTAUTH_SECRET: 'only-there-while-checking-never-used',
}

/** Nano-dollars as dollars. A check costs far less than a cent. */
const dollars = (nanos) => `$${(Number(nanos) / 1e9).toFixed(9)}`

const titles = ['provider', 'models', 'missing', 'called', 'latency', 'cost', 'result']

function rowOf({ providerId, offered, missing, call, problem }) {
  const wasAsked = missing !== null || call !== null
  return [
    providerId,
    String(offered),
    missing === null ? 'no list' : String(missing.length),
    call?.modelId ?? '–',
    call === null ? '–' : `${call.latencyMs} ms`,
    call?.costNanos == null ? '–' : dollars(call.costNanos),
    problem ?? (wasAsked ? 'ok' : 'nothing to test for free'),
  ]
}

function print(checks) {
  if (checks.length === 0) {
    console.log('No provider is configured. Set a key such as OPENAI_API_KEY (docs/run/providers.md).')
    return
  }
  const rows = [titles, ...checks.map(rowOf)]
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  for (const { providerId, missing } of checks)
    if (missing?.length) console.log(`\n${providerId} does not list: ${missing.join(', ')}`)
}

await runCommand(async () => {
  loadEnvFile(root)
  await prepareCheckout(root)
  for (const [name, value] of Object.entries(placeholders)) process.env[name] ||= value
  await import('./steps/load-typescript.mjs')
  const { checkUpstreams, snapshotOfFiles } = await import('../lib/catalog/models/check-upstreams.ts')
  const checks = await checkUpstreams(snapshotOfFiles(process.env.PROVIDERS_FILE || undefined))
  print(checks)
  return checks.some(({ problem }) => problem !== null) ? 1 : 0
})
