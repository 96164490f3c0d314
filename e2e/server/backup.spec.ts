import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { CreatedImageTask, ImageTask } from '../../lib/media/images/schema'
import { startPortico } from '../../scripts/testing/start-portico.mjs'
import { readDemo } from '../read-demo'

const run = promisify(execFile)

function order(name: 'backup' | 'restore', dataDir: string, file: string) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', S3_BUCKET: '', NEXTAUTH_SECRET: '' }
  return run(process.execPath, ['scripts/backup.mjs', name, file], { env })
}

/** Signs the demo account in; answers its cookies. */
async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const asked = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = await asked.json()
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/console', email, password }),
  })
  return cookiesOf(answer)
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

test('what was backed up while it ran is there again in an empty folder: balance, key, session, webhook secret, picture', async () => {
  const home = mkdtempSync(join(tmpdir(), 'portico-backup-'))
  const restored = join(home, 'restored')
  const file = join(home, 'portico.tar')
  const first = await startPortico(process.cwd(), { logFile: '.cache/test/backup-1.log' })
  const demo = readDemo(first.dataDir)
  const cookie = await signIn(first.url, demo)

  const withKey = { authorization: `Bearer ${demo.api_key}`, 'content-type': 'application/json' }
  const ask = (url: string, path: string, headers: Record<string, string> = withKey) =>
    fetch(url + path, { headers })
  const pictureOf = async (url: string, path: string) =>
    Buffer.from(await (await fetch(url + path)).arrayBuffer())
  const all = async (url: string) => ({
    balance: await (await ask(url, '/api-account/user/balance')).json(),
    webhooks: await (await ask(url, '/api-account/user/webhooks', { cookie })).json(),
    session: await (await ask(url, '/api/auth/session', { cookie })).json(),
  })

  const body = JSON.stringify({ model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' })
  const created = await fetch(`${first.url}/v1/images/generations/async`, {
    method: 'POST',
    headers: withKey,
    body,
  })
  const { id } = CreatedImageTask.parse(await created.json())
  const read = async () =>
    ImageTask.parse(await (await ask(first.url, `/v1/images/generations/${id}`)).json())
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed')
  await expect.poll(async () => (await all(first.url)).balance.held).toBe('0.000000')
  const link = new URL((await read()).data[0]?.object_url ?? '')
  const path = link.pathname + link.search
  const picture = await pictureOf(first.url, path)
  const before = await all(first.url)
  expect(before.balance.balance).not.toBe('25.000000')
  expect(before.session.user.email).toBe(demo.email)
  expect(before.webhooks.secret).toMatch(/^whsec_/)

  await order('backup', first.dataDir, file)
  await expect(order('restore', first.dataDir, file)).rejects.toThrow('Portico is running on')
  await first.stop()
  await order('restore', restored, file)
  await expect(order('restore', restored, file)).rejects.toThrow('is not empty')

  const second = await startPortico(process.cwd(), {
    logFile: '.cache/test/backup-2.log',
    settings: { DATA_DIR: restored },
  })
  const { expires: _then, ...session } = before.session
  const after = await all(second.url)
  expect(after).toMatchObject({ ...before, session })
  expect((await pictureOf(second.url, path)).equals(picture)).toBe(true)
  expect(picture.length).toBeGreaterThan(100)
  await second.stop()
  rmSync(home, { recursive: true, force: true })
})
