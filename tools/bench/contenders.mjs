// What is measured. A row starts its contender and says where and how to call it; one that cannot start throws and is shown as skipped.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../../scripts/postgres/cluster.mjs'
import { freePort } from '../../scripts/postgres/free-port.mjs'
import { ensureDatabase } from '../../scripts/postgres/migrate.mjs'
import { runBench, startOther, startOwn, waitUntilServed } from './harness.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
// The first start may install and build.
const START_WITHIN_MS = 600_000
// A hold is a request's worst case, so the price is low enough for the demo credit to cover many of them.
const PRICING = { prompt: '0.000000001', completion: '0.000000001' }

/** With one more provider: the benchmark's chat upstream. */
export async function startPortico({ upstream, folder, settings: more }) {
  const providers = [providerAt(upstream.origin)]
  const settings = { RATE_LIMIT_CHAT: '1000000000', ...more }
  const portico = await startPorticoWith({ folder, providers, settings })
  return { ...portico, path: '/v1/chat/completions', modelPrefix: 'bench/' }
}

/** The product as `npm start` runs it, with everything on. */
export async function startPorticoWith({ folder, providers, settings }) {
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const providersFile = join(folder, 'providers.json')
  if (providers) writeFileSync(providersFile, JSON.stringify(providers))
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(providers && { PROVIDERS_FILE: providersFile }),
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
  const headers = settings.ROLE === 'worker' ? {} : { authorization: `Bearer ${readKey(dataDir)}` }
  return { pid: child.pid, origin, headers, proof: () => readProof(origin, headers) }
}

const readKey = (dataDir) => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).api_key

function providerAt(origin) {
  const models = ['every-10ms', 'every-100ms', 'long'].map((name) => ({
    id: `bench/${name}`,
    name: `Bench, ${name}`,
    modality: 'chat',
    upstream_id: name,
    // Large, so that prompts are far from its end, where they would be counted exactly.
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

/** What was metered and paid, as proof that nothing was switched off. */
async function readProof(origin, headers) {
  const read = async (path) => (await fetch(`${origin}/api-account/user/${path}`, { headers })).json()
  const { balance, held, total_used } = await read('balance')
  return `charged $${total_used}, balance $${balance}, still held $${held}`
}

/**
 * Runs a statistics benchmark: the product with a separate database, which the benchmark fills. `run` receives the product (with the
 * demo key) and the database's URL.
 */
export const runFilled = (name, run) =>
  runBench(name, async ({ folder, say, onEnd }) => {
    const cluster = await startCluster({ root: ROOT, folder: join(folder, 'postgres') })
    onEnd(() => cluster.stop())
    await ensureDatabase(cluster.url('postgres'), 'portico')
    const databaseUrl = cluster.url('portico')
    say('starting the product')
    const settings = {
      DATABASE_URL: databaseUrl,
      RATE_LIMIT_ACCOUNT: '1000000000',
      RATE_LIMIT_CATALOG: '1000000000',
    }
    const { origin, headers } = await startPorticoWith({ folder, settings })
    await run({ product: { ask: (path, init) => ask(origin + path, headers, init) }, databaseUrl, say })
  })

async function ask(url, given, { method = 'GET', json } = {}) {
  const headers = { ...given, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(json && { body: JSON.stringify(json) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}

export async function startBare({ upstream }) {
  const { child, message } = await startOwn('upstreams.mjs', { args: ['bare', upstream.origin] })
  return { pid: child.pid, origin: `http://127.0.0.1:${message.port}`, path: '/v1/chat/completions' }
}

export async function startPortkey({ upstream, folder }) {
  const program = 'tools/node_modules/@portkey-ai/gateway/build/start-server.js'
  const port = await freePort()
  const args = [join(ROOT, program), `--port=${port}`, '--headless']
  const env = { NODE_ENV: 'production' }
  const child = startOther(process.execPath, args, { env, logFile: join(folder, 'portkey.log') })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilServed(child, origin, 15_000)
  const headers = {
    authorization: 'Bearer bench',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream.origin}/v1`,
  }
  return { pid: child.pid, origin, path: '/v1/chat/completions', headers }
}

export const CONTENDERS = [
  {
    id: 'upstream',
    title: 'upstream itself',
    start: ({ upstream }) => ({ ...upstream, path: '/v1/chat/completions' }),
  },
  { id: 'bare', title: 'bare proxy', start: startBare },
  { id: 'portico', title: 'Portico', start: startPortico },
  { id: 'portkey', title: 'Portkey 1.15.2', start: startPortkey },
]
