import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/postgres/free-port.mjs'
import { run } from '../../../scripts/steps/run.mjs'
import { MODELS } from '../chat/models.mjs'
import { root, startOther, waitUntilServed } from '../harness.mjs'
import { openDatabase } from './database.mjs'
import { versions } from './versions.mjs'

export const litellmFolder = join(root, '.cache/bench/litellm')
const WORKERS = 2
/** Importing takes a worker longer than LiteLLM waits by itself, and then it would be killed and started anew for ever. */
const WORKER_START_SECONDS = 300
/** Longer than the rows wait in memory. */
const WRITTEN_MS = 5000
const KEYS = { bench: 'sk-bench-0123456789abcdef0123456789', tiny: 'sk-tiny-0123456789abcdef0123456789' }

const TABLES = `
  CREATE TABLE keys (token text PRIMARY KEY, alias text, max_budget float8, spend float8 NOT NULL DEFAULT 0);
  CREATE TABLE spend_logs (request_id text, call_type text, api_key text, spend float8, total_tokens int, prompt_tokens int,
    completion_tokens int, starttime timestamp, endtime timestamp, model text, model_group text, provider text, metadata text);
  CREATE INDEX ON spend_logs (starttime);
  CREATE INDEX ON spend_logs (api_key, starttime);
  CREATE INDEX ON spend_logs (request_id)`

const hashOf = (key) => createHash('sha256').update(key).digest('hex')

/** Into an environment of its own, once. */
async function install(say) {
  const stamp = join(litellmFolder, `installed-${versions.litellm}`)
  if (existsSync(stamp)) return
  say(`installing LiteLLM ${versions.litellm}`)
  mkdirSync(litellmFolder, { recursive: true })
  await run('Making a Python environment', ['python3', '-m', 'venv', litellmFolder], {})
  const packages = [`litellm[proxy]==${versions.litellm}`, 'asyncpg']
  await run('Installing LiteLLM', [join(litellmFolder, 'bin/pip'), 'install', '-q', ...packages], {})
  writeFileSync(stamp, '')
}

/** JSON is YAML too. */
function configFor(upstream) {
  const models = MODELS.map(({ name, price }) => ({
    model_name: name,
    litellm_params: {
      model: `openai/${name}`,
      api_base: `${upstream.origin}/v1`,
      api_key: 'bench',
      input_cost_per_token: Number(price),
      output_cost_per_token: Number(price),
    },
  }))
  return {
    model_list: models,
    general_settings: {
      master_key: 'sk-master-0123456789abcdef0123456789',
      custom_auth: 'litellm_tables.find_key',
      custom_auth_run_common_checks: true,
    },
    litellm_settings: {
      enable_post_custom_auth_checks: true,
      callbacks: 'litellm_tables.spend_rows',
      request_timeout: 600,
      json_logs: true,
    },
  }
}

/** As its documentation on production says: a worker for each core, few logs, no debugging. */
function launch({ folder, port, database }) {
  const args = ['--config', 'config.yaml', '--host', '127.0.0.1', '--port', port, '--num_workers', WORKERS]
  const env = {
    LITELLM_MODE: 'PRODUCTION',
    LITELLM_LOG: 'ERROR',
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    LITELLM_TELEMETRY: 'False',
    NO_DOCS: 'True',
    HOME: folder,
    TABLES_URL: database.url,
  }
  const logFile = join(folder, 'log')
  const all = [...args, '--timeout_worker_healthcheck', WORKER_START_SECONDS].map(String)
  return startOther(join(litellmFolder, 'bin/litellm'), all, { cwd: folder, env, logFile })
}

/**
 * Its own keys and spend logs need a database engine that is downloaded when it starts, not installed. A table of keys and a row for each
 * request stand in (litellm_tables.py); they do less, which flatters it. Budgets, limits and prices are its own.
 */
export const litellm = {
  id: 'litellm',
  name: 'LiteLLM',
  title: `${versions.litellm}, ${WORKERS} workers; flattered: a stand-in for its key and spend tables does less than they do`,
  async start({ upstream, folder, group, say, onEnd }) {
    await install(say)
    const database = await openDatabase({ folder, group, onEnd })
    await database.query(TABLES)
    const insert = 'INSERT INTO keys VALUES ($1, $2, $3)'
    await database.query(insert, [hashOf(KEYS.bench), 'bench', null])
    await database.query(insert, [hashOf(KEYS.tiny), 'tiny', 0.1])
    copyFileSync(
      fileURLToPath(new URL('litellm_tables.py', import.meta.url)),
      join(folder, 'litellm_tables.py'),
    )
    writeFileSync(join(folder, 'config.yaml'), JSON.stringify(configFor(upstream)))
    const port = await freePort()
    const child = launch({ folder, port, database })
    group.add(child.pid)
    const origin = `http://127.0.0.1:${port}`
    await waitUntilServed(child, `${origin}/health/liveliness`, WORKER_START_SECONDS * 1000)
    return {
      origin,
      headers: { authorization: `Bearer ${KEYS.bench}` },
      async readBilled() {
        await pause(WRITTEN_MS)
        const count = 'SELECT count(*)::int AS requests FROM spend_logs WHERE api_key = $1'
        const [{ requests }] = await database.query(count, [hashOf(KEYS.bench)])
        return { requests }
      },
      async makeTinyKey() {
        return { authorization: `Bearer ${KEYS.tiny}` }
      },
      async readTinySpend() {
        await pause(WRITTEN_MS)
        const [{ spend }] = await database.query('SELECT spend FROM keys WHERE token = $1', [
          hashOf(KEYS.tiny),
        ])
        return spend
      },
    }
  },
}
