import { once } from 'node:events'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../scripts/postgres/free-port.mjs'
import { MODELS } from '../chat/models.mjs'
import { startOther, waitUntilServed } from '../harness.mjs'
import { openDatabase } from './database.mjs'
import { litellmFolder } from './litellm.mjs'
import { versions } from './versions.mjs'

const KEYS = { bench: 'b'.repeat(48), tiny: 't'.repeat(48), access: 'a'.repeat(32) }
/** A unit of its quota is 2 millionths of a dollar, and a ratio of 1 is two dollars for a million tokens. */
const QUOTA_OF_USD = 500_000
const RATIO_OF_USD = QUOTA_OF_USD
/** Longer than it gathers updates. */
const WRITTEN_MS = 6000

async function startRedis({ folder, group }) {
  if (!versions.redis) throw new Error('redis-server is not installed')
  const port = await freePort()
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'].map(String)
  const child = startOther('redis-server', args, { logFile: join(folder, 'redis.log') })
  group.add(child.pid)
  return `redis://127.0.0.1:${port}`
}

/** As its README says for many requests: its tables in memory, updates gathered, Redis. */
function settingsOf({ folder, database, redis }) {
  // The vocabulary that it would download when it starts, in LiteLLM's package.
  const vocabulary = globSync('lib/python*/site-packages/litellm/litellm_core_utils/tokenizers', {
    cwd: litellmFolder,
  })
  return {
    SQL_DSN: database.url.replace('postgresql:', 'postgres:'),
    REDIS_CONN_STRING: redis,
    MEMORY_CACHE_ENABLED: 'true',
    SYNC_FREQUENCY: '60',
    BATCH_UPDATE_ENABLED: 'true',
    BATCH_UPDATE_INTERVAL: '5',
    // Fewer than PostgreSQL takes: with its default of 1,000 it answers 503.
    SQL_MAX_OPEN_CONNS: '80',
    SQL_MAX_IDLE_CONNS: '80',
    GIN_MODE: 'release',
    GLOBAL_API_RATE_LIMIT: '1000000000',
    SESSION_SECRET: 'bench',
    INITIAL_ROOT_TOKEN: KEYS.bench,
    INITIAL_ROOT_ACCESS_TOKEN: KEYS.access,
    TIKTOKEN_CACHE_DIR: vocabulary[0] ? join(litellmFolder, vocabulary[0]) : folder,
  }
}

/** Adds the upstream and its prices, and credit. */
async function configure(origin, { upstream, database }) {
  const call = async (method, path, body) => {
    const headers = { authorization: KEYS.access, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/${path}`, { method, headers, body: JSON.stringify(body) })
    const { success, message } = await answer.json()
    if (!success) throw new Error(`${path}: ${message}`)
  }
  await call('POST', 'channel/', {
    type: 1,
    name: 'bench',
    key: 'bench',
    base_url: upstream.origin,
    models: MODELS.map(({ name }) => name).join(),
    group: 'default',
    groups: ['default'],
    model_mapping: '',
  })
  const setOption = (key, of) =>
    call('PUT', 'option/', {
      key,
      value: JSON.stringify(Object.fromEntries(MODELS.map((model) => [model.name, of(model)]))),
    })
  await setOption('ModelRatio', ({ price }) => Number(price) * RATIO_OF_USD)
  await setOption('CompletionRatio', () => 1)
  await database.query('UPDATE users SET quota = 9000000000000000')
  const columns =
    'id, user_id, key, status, name, created_time, accessed_time, expired_time, remain_quota, used_quota'
  await database.query(
    `INSERT INTO tokens (${columns}, unlimited_quota) VALUES (100, 1, $1, 1, 'tiny', 0, 0, -1, $2, 0, false)`,
    [KEYS.tiny, 0.1 * QUOTA_OF_USD],
  )
}

/** `binary`: built from its public source. */
export const oneApi = {
  id: 'one-api',
  name: 'one-api',
  title: `${versions.oneApi}, with Redis ${versions.redis}; keys, quotas and logs`,
  async start({ upstream, folder, group, onEnd, oneApi: binary }) {
    if (!binary) throw new Error('it has to be built from its source; name its binary with --one-api PATH')
    if (!existsSync(binary)) throw new Error(`${binary} is not there`)
    const database = await openDatabase({ folder, group, onEnd })
    const env = settingsOf({ folder, database, redis: await startRedis({ folder, group }) })
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const logs = join(folder, 'logs')
    mkdirSync(logs)
    const launch = async () => {
      const args = ['--port', String(port), '--log-dir', logs]
      const child = startOther(binary, args, { cwd: folder, env, logFile: join(folder, 'log') })
      group.add(child.pid)
      await waitUntilServed(child, `${origin}/api/status`, 60_000)
      return child
    }
    const first = await launch()
    await configure(origin, { upstream, database })
    // Started anew, because it reads channels once a minute.
    first.kill()
    await once(first, 'exit')
    await launch()
    return {
      origin,
      headers: { authorization: `Bearer sk-${KEYS.bench}` },
      async readBilled() {
        await pause(WRITTEN_MS)
        const count = `SELECT count(*)::int AS requests FROM logs WHERE type = 2 AND token_name <> 'tiny'`
        const [{ requests }] = await database.query(count)
        return { requests }
      },
      async makeTinyKey() {
        return { authorization: `Bearer sk-${KEYS.tiny}` }
      },
      async readTinySpend() {
        await pause(WRITTEN_MS)
        const [{ used }] = await database.query(
          `SELECT used_quota::float8 AS used FROM tokens WHERE name = 'tiny'`,
        )
        return used / QUOTA_OF_USD
      },
    }
  },
}
