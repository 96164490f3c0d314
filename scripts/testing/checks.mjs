// What `npm test` runs, in order. Each check prints failures and resolves with the counts of passed, failed and skipped tests.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPreviousRelease } from '../../tools/upgrade/previous-version.mjs'
import { startCluster } from '../postgres/cluster.mjs'
import { prepareBuild } from '../steps/checkout.mjs'
import { printFailure } from '../steps/output.mjs'
import { run } from '../steps/run.mjs'
import { onStop } from '../steps/stop.mjs'
import { findChromium } from './find-chromium.mjs'
import { clusterFolder, makeRunFolder } from './run-folder.mjs'
import { startPortico } from './start-portico.mjs'

export const none = { passed: 0, failed: 0, skipped: 0 }
export const oneFailed = { ...none, failed: 1 }
export const onePassed = { ...none, passed: 1 }

export function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/** A runner that ran nothing, or exited with an error although no test failed, counts as one failure. */
function orOneFailed(counts, complains) {
  const ran = counts.passed + counts.failed > 0
  return counts.failed === 0 && (complains || !ran) ? add(counts, oneFailed) : counts
}

/** From Vitest's JSON report. A file that could not be loaded counts as one failure. */
export function countVitest(report, exitedWell) {
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
  return orOneFailed(counts, !exitedWell)
}

/** From Playwright's JSON report. */
export function countPlaywright(report, exitedWell) {
  const { expected, unexpected, skipped } = report.stats
  const counts = { passed: expected, failed: unexpected + report.errors.length, skipped }
  return orOneFailed(counts, !exitedWell)
}

const words = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

/** The last line of every run. */
export const summaryLine = words

/** Runners have no terminal; their output is shown on ours. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: '0', NO_COLOR: '1' }
const environment = { ...process.env, ...colours }

const tool = (root, name) => join(root, 'node_modules', '.bin', name)

/** High limits, because end-to-end tests sign up many people. Limits have their own tests. */
const roomy = {
  RATE_LIMIT_SIGN_UP: '10000',
  RATE_LIMIT_ACCOUNT: '100000',
  RATE_LIMIT_CATALOG: '100000',
  RATE_LIMIT_AUTH_FAILURE: '100000',
  TRIAL_CREDIT_USD: '0', // tests set their customers' credit
  OUTBOUND_ALLOW: '127.0.0.1', // webhook receivers run beside the tests
}

async function succeeds(work) {
  try {
    await work()
    return true
  } catch (error) {
    printFailure(error)
    return false
  }
}

const asOneTest = (work) => async (context) => ((await succeeds(() => work(context))) ? onePassed : oneFailed)

/** Runs a test runner and counts its report in `file`. Without a report it failed. */
async function counted(file, count, work) {
  rmSync(file, { force: true })
  const exitedWell = await succeeds(work)
  if (!existsSync(file)) return oneFailed
  return count(JSON.parse(readFileSync(file, 'utf8')), exitedWell)
}

function vitest(project) {
  return ({ root, reports, rest }) => {
    const file = join(reports, `${project}.json`)
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const command = [tool(root, 'vitest'), 'run', '--project', project, ...reporters, ...rest]
    return counted(file, countVitest, () => run('Vitest', command, { cwd: root, env: environment }))
  }
}

/** Runs the bundle in a folder without the checkout's files, with its own PostgreSQL. */
async function startBundle(root, logFile) {
  const { folder, remove } = await makeRunFolder()
  const bundle = join(folder, 'bundle')
  await run('npm run bundle', [process.execPath, join(root, 'scripts', 'bundle.mjs'), bundle], { cwd: root })
  const cluster = await startCluster({ root, folder: clusterFolder(folder) })
  const databaseUrl = cluster.url('postgres')
  const portico = await startPortico(bundle, { logFile, settings: { ...roomy, DATABASE_URL: databaseUrl } })
  return {
    ...portico,
    databaseUrl,
    async stop() {
      await portico.stop().finally(cluster.stop)
      remove()
    },
  }
}

async function endToEnd({ root, reports, rest }) {
  const file = join(reports, 'e2e.json')
  return counted(file, countPlaywright, async () => {
    const chromium = await findChromium(root)
    const portico = await startBundle(root, join(reports, 'e2e-server.log'))
    const forget = onStop(portico.stop)
    const env = {
      ...environment,
      E2E_URL: portico.url,
      E2E_DATA_DIR: portico.dataDir,
      E2E_DATABASE_URL: portico.databaseUrl,
      E2E_CHROMIUM: JSON.stringify(chromium),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    }
    try {
      // Dots, so that failures are at the end, where readers of a long log look first.
      const command = [tool(root, 'playwright'), 'test', '--reporter=dot,json', ...rest]
      await run('Playwright', command, { cwd: root, env })
    } finally {
      forget()
      await portico.stop()
    }
  })
}

async function boundaries({ root }) {
  const folders = ['app', 'lib', 'components', 'server', 'proxy.tsx'].filter((folder) =>
    existsSync(join(root, folder)),
  )
  const rules = join('scripts', 'boundaries', 'rules.cjs')
  const command = [tool(root, 'depcruise'), '--config', rules, ...folders, '--output-type', 'err-long']
  await run('Dependency-cruiser', command, { cwd: root })
  await run('Tables of their rooms', [process.execPath, join(root, 'scripts', 'boundaries', 'tables.mjs')], {
    cwd: root,
  })
}

const house = ({ root }) =>
  run('npm run house', [process.execPath, join(root, 'scripts', 'house.mjs')], { cwd: root })

const docs = ({ root }) =>
  run('Docs', [process.execPath, join(root, 'scripts', 'check-docs.mjs')], { cwd: root })

async function types({ root }) {
  await run('next typegen', [tool(root, 'next'), 'typegen'], { cwd: root, env: environment })
  await run(
    'tsc',
    // Without the incremental cache, which would keep errors from before a file was generated.
    [join(root, 'node_modules', 'typescript-native', 'bin', 'tsc'), '--noEmit', '--incremental', 'false'],
    { cwd: root },
  )
}

const lint = ({ root }) =>
  run('Biome', [tool(root, 'biome'), 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'], {
    cwd: root,
    env: environment,
  })

/** The server of the last release on this version's schema. */
function lastRelease({ root }) {
  const command = [process.execPath, join(root, 'tools', 'test-upgrade.mjs'), '--schema-alone']
  return run('npm run test:upgrade', command, { cwd: root })
}

/**
 * Stages run one after another, checks of a stage at the same time. Integration and end-to-end tests, which depend on time, run alone.
 * A check that is not due runs only on request.
 */
export const stages = [
  [
    { name: 'lint', title: 'Lint', check: asOneTest(lint) },
    { name: 'boundaries', title: 'Import boundaries', check: asOneTest(boundaries) },
    { name: 'house', title: 'Files and lines', check: asOneTest(house) },
    { name: 'docs', title: 'What README and docs name', check: asOneTest(docs) },
    { name: 'types', title: 'Types', check: asOneTest(types) },
  ],
  [
    { name: 'unit', title: 'Unit tests', check: vitest('unit') },
    { name: 'build', title: 'Build', check: asOneTest(({ root }) => prepareBuild(root)) },
  ],
  [{ name: 'integration', title: 'Integration tests', check: vitest('integration') }],
  [{ name: 'e2e', title: 'End-to-end tests', check: endToEnd }],
  [
    {
      name: 'upgrade',
      title: 'The last release on this schema',
      check: asOneTest(lastRelease),
      isDue: (root) => findPreviousRelease(root) !== undefined,
      whyNot: 'there is no tag v0.1.0 or later before this commit',
    },
  ],
]
