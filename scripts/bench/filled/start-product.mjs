import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../postgres/free-port.mjs'
import { startOther, waitUntilServed } from '../children.mjs'

// The first start may have to install and build.
const START_WITHIN_MS = 600_000

/** The product as `npm start` runs it, on the bench's database; asked with the demo key. */
export async function startProduct({ root, folder, databaseUrl }) {
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_ACCOUNT: '1000000000',
    RATE_LIMIT_CATALOG: '1000000000',
    DEMO: 'on',
  }
  const logFile = join(folder, 'portico.log')
  const child = startOther(process.execPath, ['scripts/start.mjs'], { cwd: root, env, logFile })
  const origin = `http://127.0.0.1:${port}`
  try {
    await waitUntilServed(child, `${origin}/api/ready`, START_WITHIN_MS)
  } catch (error) {
    const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
    throw new Error(`${error.message}\n${lastLines}`)
  }
  const { api_key: key } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  return { ask: (path, init) => ask(origin + path, key, init) }
}

async function ask(url, key, { method = 'GET', json } = {}) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(json && { body: JSON.stringify(json) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}
