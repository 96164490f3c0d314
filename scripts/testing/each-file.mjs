// Runs before and after every test file: fixed settings instead of this machine's. Files share a few processes, because starting one
// takes longer than most files; what a file changed in its process is undone.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject, vi } from 'vitest'

const settings = { ...process.env }
const repeat = globalThis.setInterval
const repeated = []

/** Intervals that modules start for the life of their process. */
globalThis.setInterval = (...parameters) => {
  const timer = repeat(...parameters)
  repeated.push(timer)
  return timer
}

function forget() {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.setInterval = repeat
  for (const timer of repeated) clearInterval(timer)
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name]
  Object.assign(process.env, settings)
  vi.resetModules()
}

afterAll(forget)

const folder = inject('runFolder')

Object.assign(process.env, {
  TZ: 'UTC',
  TMPDIR: folder, // files in os.tmpdir() are deleted after the run
  DATA_DIR: mkdtempSync(join(folder, 'data-')),
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', // a unit test that uses a database fails immediately
  NEXTAUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  PORT: '3000',
  HOST: '',
  TRUST_PROXY: '127.0.0.1', // tests call from there, some on behalf of other addresses
  TRIAL_CREDIT_USD: '0', // tests set their customers' credit
  RATE_LIMIT_AUTH_FAILURE: '1000000', // all requests come from one address
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  S3_ENDPOINT: '', // objects go to DATA_DIR
  S3_BUCKET: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
})
