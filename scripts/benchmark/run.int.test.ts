import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { performRunJob } from '@/lib/benchmarks/jobs'
import { performRun } from '@/lib/benchmarks/perform-run'
import { openTestbed } from '@/lib/benchmarks/testing/open-testbed'
import { grantCredit } from '@/lib/billing/grant-credit'
import { nodeDoor } from '@/lib/http/node-door'
import { makeRouteTable } from '@/lib/http/route-table'
import { createAccount } from '@/lib/identity/create-account'
import { Browser } from '@/lib/identity/testing/browser'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/bind-job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'

const testbed = await openTestbed()
const account = { name: 'Olga', email: `${randomUUID()}@example.com`, password: 'a long password' }
let url = ''

/** The product's addresses, and sign-in as next-auth serves it. */
const door = nodeDoor(makeRouteTable(apiRoutes))
const server = createServer(async (request, response) => {
  if (request.url === '/api/auth/csrf') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"csrfToken":"a"}')
  } else if (request.url === '/api/auth/callback/credentials') {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const browser = new Browser()
    await browser.signIn('credentials', { email: form.email ?? '', password: form.password ?? '' })
    response.writeHead(200, { 'set-cookie': browser.setCookies }).end('{}')
  } else if (!door(request, response)) response.writeHead(599).end()
})

beforeAll(async () => {
  const { id, customer_id: customerId } = await createAccount(account)
  expect(id).not.toBe('')
  await prisma.customer.update({ where: { id: customerId }, data: { isOperator: true } })
  await grantCredit({ customerId, amountNanos: 25_000_000_000n, key: `grant:${customerId}` })
  await stopJobs()
  await startJobs({ scheduled: [], queued: [bindJob(performRunJob, performRun)] }, true)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  writeFileSync(join(env().DATA_DIR, 'demo.json'), JSON.stringify({ ...account, url }))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await testbed.close()
})

async function benchmark(...options: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['scripts/benchmark/run.mjs', ...options], {
    env: { ...process.env, DATA_DIR: env().DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1))),
  ])
  return { code, said: out + err }
}

const few = ['--model', 'acme/known', '--suite', 'reasoning', '--limit', '4']

it('says what a run costs, and begins none that nobody agreed to', async () => {
  const { code, said } = await benchmark(...few)
  expect(code).toBe(1)
  expect(said).toMatch(/acme\/known: 4 items[\s\S]*It costs from \$0\.\d+ to \$0\.\d+/)
  expect(said).toContain('repeat it with --yes')
  expect(await prisma.benchmarkRun.count()).toBe(0)
})

it('measures a model, shows the score and can show it again', async () => {
  testbed.upstream.knows(({ id }) => (id === 'kiln-batches' ? 'wrong' : 'right'))
  const { code, said } = await benchmark(...few, '--yes')
  expect(said).toMatch(/Reasoning and arithmetic\s+75\.0 %\s+30\.1–95\.4\s+3\/4/)
  expect(said).toContain('completed, served by acme')
  expect(said).toContain('Not ranked')
  expect(code).toBe(0)
  const { id } = await prisma.benchmarkRun.findFirstOrThrow()
  expect((await benchmark('--resume', id)).said).toMatch(/75\.0 %/)
  expect((await benchmark('--list')).said).toContain(id)
  expect(await benchmark('--cancel', id)).toMatchObject({
    code: 1,
    said: expect.stringContaining('ended already'),
  })
})

it('says what is wrong in a sentence', async () => {
  const file = join(env().DATA_DIR, 'scores.json')
  writeFileSync(file, '{"source":{"name":"Lab"},"results":[]}')
  const faults: [string[], RegExp][] = [
    [['--import', file], /source\.url/],
    [['--import', `${file}.none`], /cannot be read as JSON/],
    [['--model', 'nobody/none', '--yes'], /model: There is no such model/],
    [['--list', '--email', 'nobody@example.com'], /There is no demo account: give --email/],
    [['--list', '--url', 'http://127.0.0.1:1'], /Portico cannot be reached at http:\/\/127\.0\.0\.1:1/],
  ]
  for (const [options, sentence] of faults) {
    const { code, said } = await benchmark(...options)
    expect(said).toMatch(sentence)
    expect(said).not.toContain('    at ')
    expect(code).toBe(1)
  }
})
