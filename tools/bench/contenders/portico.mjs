// Portico as `npm start` runs it, with everything on.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../scripts/postgres/free-port.mjs'
import { MODELS } from '../chat/models.mjs'
import { root, startOther, waitUntilServed } from '../harness.mjs'
import { versions } from './versions.mjs'

// The first start may install and build.
const START_WITHIN_MS = 600_000
/** Longer than settlements are gathered. */
const SETTLED_MS = 3000
const UNLIMITED = '1000000000'

/** `from`: another checkout. */
export async function startPorticoWith({ folder, providers, settings, from = root }) {
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
  const child = startOther(process.execPath, ['scripts/start.mjs'], { cwd: from, env, logFile })
  const origin = `http://127.0.0.1:${port}`
  try {
    await waitUntilServed(child, `${origin}/api/ready`, START_WITHIN_MS, isBuilt)
  } catch (error) {
    throw new Error(
      `${error.message}\n${readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n')}`,
    )
  }
  const headers = settings.ROLE === 'worker' ? {} : { authorization: `Bearer ${readKey(dataDir)}` }
  return { pid: child.pid, origin, headers, proof: () => readProof(origin, headers) }
}

// While the console is being built, the build takes processor time. (Older versions say nothing of it.)
const isBuilt = async (answer) => (await answer.json().catch(() => ({}))).console !== 'building'

const readKey = (dataDir) => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).api_key

/** What was metered and paid, as proof that nothing was switched off. */
async function readProof(origin, headers) {
  const { balance, held, total_used } = await read(origin, headers, 'balance')
  return `charged $${total_used}, balance $${balance}, still held $${held}`
}

const read = async (origin, headers, path) =>
  (await fetch(`${origin}/api-account/user/${path}`, { headers })).json()

/** With the instant chat upstream as a provider. */
export async function startPortico({ upstream, folder, settings, from }) {
  const providers = [providerAt(upstream.origin)]
  const all = { RATE_LIMIT_CHAT: UNLIMITED, RATE_LIMIT_ACCOUNT: UNLIMITED, ...settings }
  return { ...(await startPorticoWith({ folder, providers, settings: all, from })), modelPrefix: 'bench/' }
}

const providerAt = (origin) => ({
  id: 'bench',
  name: 'Bench',
  adapter: 'openai-compatible',
  base_url: `${origin}/v1`,
  api_key_env: 'BENCH_UPSTREAM_KEY',
  models: MODELS.map(({ name, price }) => ({
    id: `bench/${name}`,
    name: `Bench, ${name}`,
    modality: 'chat',
    upstream_id: name,
    // Large, so that prompts are far from its end, where they would be counted exactly.
    context_length: 1_000_000,
    max_output_tokens: 4096,
    pricing: { prompt: price, completion: price },
  })),
})

export const portico = porticoWith({ id: 'portico', name: 'Portico', processes: 1 })
/** A process for each core, as docs/run/scale.md recommends. LiteLLM and one-api use all cores, too. */
export const porticoOnTwo = porticoWith({ id: 'portico-2', name: 'Portico, WORKERS=2', processes: 2 })

function porticoWith({ id, name, processes }) {
  const title = `${versions.portico}, everything on${processes > 1 ? `, ${processes} processes` : ''}`
  const settings = { WORKERS: String(processes) }
  return { id, name, title, start: (stage) => start({ ...stage, settings }) }
}

async function start({ upstream, folder, group, from, settings }) {
  const running = await startPortico({ upstream, folder, from, settings })
  const { origin, headers } = running
  group.add(running.pid)
  return {
    ...running,
    async readBilled() {
      await pause(SETTLED_MS)
      const { total_used } = await read(origin, headers, 'balance')
      return { usd: Number(total_used) }
    },
    async makeTinyKey() {
      const body = JSON.stringify({ name: 'tiny', limit_usd: '0.10' })
      const json = { ...headers, 'content-type': 'application/json' }
      const answer = await fetch(`${origin}/api-account/user/api-keys`, {
        method: 'POST',
        headers: json,
        body,
      })
      return { authorization: `Bearer ${(await answer.json()).key}` }
    },
    async readTinySpend() {
      await pause(SETTLED_MS)
      const keys = await read(origin, headers, 'api-keys')
      return Number(keys.data.find(({ name }) => name === 'tiny').usage_usd)
    },
  }
}
