// Shared by the service tests: a temporary folder, Portico nodes, and requests to them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { onStop, onStopRequest, stopAll } from '../../scripts/steps/stop.mjs'
import { makeRunFolder } from '../../scripts/testing/run-folder.mjs'
import { startPortico } from '../../scripts/testing/start-portico.mjs'

const slowMilliseconds = 60_000
const root = process.cwd()
const shared = {
  NEXTAUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  RATE_LIMIT_CHAT: '1000000',
  RATE_LIMIT_ACCOUNT: '1000000',
}
/** What a process keeps reserved for a steady customer ends a minute after the last request. */
const heldMilliseconds = 120_000

after(stopAll)

export async function openFolder() {
  onStopRequest(() => stopAll().then(() => process.exit(130)))
  const { folder, remove } = await makeRunFolder()
  onStop(remove)
  return folder
}

/** Waits until `isSo` returns a value; fails after a minute, or `within` milliseconds. */
export async function until(what, isSo, within = slowMilliseconds) {
  const end = Date.now() + within
  for (;;) {
    const found = await isSo()
    if (found) return found
    assert.ok(Date.now() < end, `never: ${what}`)
    await pause(50)
  }
}

const logOf = (folder, name) => join(folder, `${name}.log`)

/** Rejects if it does not start; its output is then in `readLog`. */
export async function openNode(folder, name, settings) {
  const logFile = logOf(folder, name)
  const node = await startPortico(root, {
    logFile,
    settings: { DATA_DIR: join(folder, name), ...shared, ...settings },
  })
  const forget = onStop(() => node.stop())
  const { api_key: key } = JSON.parse(readFileSync(join(node.dataDir, 'demo.json'), 'utf8'))
  const ask = (path, { json, with: secret = key, ...init } = {}) =>
    fetch(node.url + path, {
      ...init,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...init.headers },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    })
  const read = async (path) => (await ask(path)).json()
  return {
    ask,
    read,
    url: node.url,
    log: () => readLog(folder, name),
    /** Without knobs the sandbox streams like a model; this answer is sent immediately. */
    chat: (secret = key, content = '[[say:yes]]') =>
      ask('/v1/chat/completions', {
        with: secret,
        json: { model: 'sandbox/chat', messages: [{ role: 'user', content }] },
      }),
    makeKey: async (more = {}) =>
      (await ask('/api-account/user/api-keys', { json: { name: 'test', ...more } })).json(),
    /** All recorded requests once nothing is reserved, and what the balance says was used. */
    async books() {
      const { total_used } = await until(
        'nothing is held',
        async () => {
          const balance = await read('/api-account/user/balance')
          return balance.held === '0.000000' && balance
        },
        heldMilliseconds,
      )
      const rows = []
      for (let cursor = ''; ; ) {
        const page = await read(`/api-account/user/usage/recent?limit=100&cursor=${cursor}`)
        rows.push(...page.items)
        cursor = page.next_cursor
        if (!cursor) return { rows, total_used }
      }
    },
    async stop() {
      forget()
      await node.stop()
    },
  }
}

export const readLog = (folder, name) => readFileSync(logOf(folder, name), 'utf8')

/** Every answer is recorded once, and the balance matches the rows. */
export async function assertBooked(node, answered) {
  const { rows, total_used } = await node.books()
  const ids = rows.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'a request is on record once')
  assert.deepEqual(
    answered.filter((id) => !ids.includes(id)),
    [],
    'what was answered is on record',
  )
  const cost = rows.reduce((sum, row) => sum + Number(row.cost), 0)
  assert.ok(
    Math.abs(cost - Number(total_used)) < 0.000_002,
    `rows cost ${cost}, the balance says ${total_used}`,
  )
}

/** A key revoked on one node is refused by the other immediately. */
export async function assertRevokes(one, other) {
  const { id, key } = await one.makeKey()
  assert.equal((await other.chat(key)).status, 200)
  await one.ask(`/api-account/user/api-keys/${id}`, { method: 'DELETE' })
  assert.equal((await other.chat(key)).status, 401)
}
