// `npm run mutate [-- FILE…]`: breaks rules of money, tasks and keys on purpose, one at a time, and counts what their rooms' tests notice.
// It takes hours and is not part of `npm test`. Stryker keeps results in .cache/mutate as long as neither code nor tests change. See
// docs/build/mutation.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/steps/command.mjs'
import { Failure } from '../scripts/steps/output.mjs'
import { run } from '../scripts/steps/run.mjs'
import { runTool } from './run-tool.mjs'

const folder = join(root, '.cache', 'mutate')
const stryker = join(root, 'tools', 'node_modules', '@stryker-mutator')

const TASKS = [
  'lib/work/tasks/*',
  'lib/media/videos/{turns,faults,notifications,history,videos}',
  'lib/media/images/{create-task,fairness,run-task,sweep-tasks}',
  'app/*/v1/images/generations/{awaited,*/cancel/route}',
]

const KEYS = ['lib/account/api-keys/*', 'app/*/api-account/user/api-keys/{route,refusals}']

/** Files and the tests that should notice changes in them. Stryker cannot change SQL. */
const FILES = {
  'lib/money/prices/price.ts': ['lib/money/prices/price'],
  'lib/money/ledger/quota.ts': ['lib/money/ledger/ledger', 'lib/account/api-keys/keys'],
  'lib/money/ledger/internal/settlement-log.ts': ['lib/money/ledger/ledger', 'lib/money/usage/meter'],
  'lib/money/ledger/ledger.ts': ['lib/money/ledger/{ledger,integrity}', 'lib/money/usage/meter'],
  'lib/money/ledger/holds.ts': ['lib/money/ledger/holds', 'lib/money/usage/meter'],
  'lib/money/usage/meter.ts': ['lib/money/usage/{meter,usage}'],
  'lib/money/usage/task-meter.ts': ['lib/money/usage/task-meter'],
  'lib/work/tasks/work.ts': TASKS,
  'lib/work/tasks/settle.ts': TASKS,
  'lib/work/tasks/stop.ts': TASKS,
  'lib/account/api-keys/key-settings.ts': KEYS,
  'lib/account/api-keys/keys.ts': KEYS,
  'lib/account/api-keys/verify-key.ts': KEYS,
}

const settings = (files) => ({
  mutate: files,
  testFiles: [...new Set(files.flatMap((file) => FILES[file]))].map((test) => `${test}{.int,}.test.ts`),
  testRunner: 'vitest',
  plugins: [join(stryker, 'vitest-runner', 'dist', 'src', 'index.js')],
  vitest: { related: false },
  buildCommand: 'chmod 711 .', // in its copy of the checkout: a PostgreSQL that runs as another user must be able to enter
  coverageAnalysis: 'perTest',
  ignoreStatic: true, // changes to module-level values would need all tests each
  mutator: { excludedMutations: ['StringLiteral'] }, // messages for people, and SQL
  disableTypeChecks: false, // nothing checks types here
  ignorePatterns: [
    '.api',
    '.cache',
    '.data',
    '.next',
    '.runtime',
    'dist',
    'e2e',
    'tools',
    'components',
    'public/fonts',
  ],
  tempDirName: '.cache/mutate/sandbox',
  incremental: true,
  incrementalFile: '.cache/mutate/found.json',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutate/report.json' },
  clearTextReporter: { allowColor: process.stdout.isTTY === true, logTests: false },
  concurrency: Number(process.env.MUTATE_WORKERS ?? 2),
  dryRunTimeoutMinutes: 60,
  timeoutMS: 10_000,
})

function choose(given) {
  const unknown = given.filter((file) => !(file in FILES))
  if (unknown.length > 0) throw new Failure(`Not in the list of mutated files: ${unknown.join(', ')}.`)
  return given.length > 0 ? given : Object.keys(FILES)
}

await runTool(async () => {
  const files = choose(process.argv.slice(2))
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'stryker.json')
  writeFileSync(config, JSON.stringify(settings(files)))
  setPriority(10)
  const program = join(stryker, 'core', 'bin', 'stryker.js')
  await run('Stryker', [process.execPath, program, 'run', config], { cwd: root, print: true })
})
