import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../postgres/free-port.mjs'
import { startOther, waitUntilServed } from './children.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
// The first start may have to install and build.
const START_WITHIN_MS = 600_000
// A hold is the worst case of a request, so the price is small enough for the demo credit to carry any number of them.
const PRICING = { prompt: '0.000000001', completion: '0.000000001' }

/** With one more provider: the bench's upstream for chat. */
export async function startPortico({ upstream, folder }) {
  const providers = [providerAt(upstream.origin)]
  const settings = { RATE_LIMIT_CHAT: '1000000000' }
  const portico = await startPorticoWith({ folder, providers, settings })
  return { ...portico, path: '/v1/chat/completions', modelPrefix: 'bench/' }
}

/** The product as `npm start` runs it, everything on. */
export async function startPorticoWith({ folder, providers, settings }) {
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const providersFile = join(folder, 'providers.json')
  writeFileSync(providersFile, JSON.stringify(providers))
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    PROVIDERS_FILE: providersFile,
    DEMO: 'on',
    BENCH_UPSTREAM_KEY: 'bench',
    ...settings,
  }
  const logFile = join(folder, 'portico.log')
  const child = startOther(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env, logFile })
  const origin = `http://127.0.0.1:${port}`
  try {
    await waitUntilServed(child, `${origin}/api/ready`, START_WITHIN_MS)
  } catch (error) {
    throw new Error(
      `${error.message}\n${readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n')}`,
    )
  }
  const { api_key: key } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const headers = { authorization: `Bearer ${key}` }
  return { pid: child.pid, origin, headers, proof: () => readProof(origin, headers) }
}

function providerAt(origin) {
  const models = ['every-10ms', 'every-100ms', 'long'].map((name) => ({
    id: `bench/${name}`,
    name: `Bench, ${name}`,
    modality: 'chat',
    upstream_id: name,
    // Far from full, as contexts of long prompts mostly are: only near its end is a prompt counted exactly.
    context_length: name === 'long' ? 1_000_000 : 128_000,
    max_output_tokens: 4096,
    pricing: PRICING,
  }))
  const base_url = `${origin}/v1`
  return {
    id: 'bench',
    name: 'Bench',
    adapter: 'openai-compatible',
    base_url,
    api_key_env: 'BENCH_UPSTREAM_KEY',
    models,
  }
}

/** What was metered and paid: that nothing was switched off while it was measured. */
async function readProof(origin, headers) {
  const read = async (path) => (await fetch(`${origin}/api-account/user/${path}`, { headers })).json()
  const { balance, held, total_used } = await read('balance')
  return `charged $${total_used}, balance $${balance}, still held $${held}`
}
