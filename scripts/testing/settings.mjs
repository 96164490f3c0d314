// Runs before every test file: settings that no test should take from the machine it runs on.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

const folder = inject('runFolder')

Object.assign(process.env, {
  TZ: 'UTC',
  TMPDIR: folder, // what tests leave in os.tmpdir() goes when the run is over
  DATA_DIR: mkdtempSync(join(folder, 'data-')),
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', // a unit test that reaches for a database fails at once
  NEXTAUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  NEXTAUTH_URL: 'http://localhost:3000',
  PORT: '3000',
  HOST: '',
  TRUST_PROXY: '127.0.0.1', // tests call from there, some of them for others
  TRIAL_CREDIT_USD: '0', // a test says what its customers have
  RATE_LIMIT_AUTH_FAILURE: '1000000', // all of them come from one address
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  S3_ENDPOINT: '', // objects go to DATA_DIR
  S3_BUCKET: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
})
