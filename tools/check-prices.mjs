// `npm run check:prices`: computes what six readings cost at forty models of the built-in catalog, with our rule and with LiteLLM's own
// cost function (PyPI, in a Python environment of its own), and writes docs/run/price-check.md. Differences need an explanation in
// EXPLAINED below; the exit code is 1 if one has none.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import '../scripts/steps/load-typescript.mjs'
import { Failure, printFailure } from '../scripts/steps/output.mjs'
import { run } from '../scripts/steps/run.mjs'

const root = join(import.meta.dirname, '..')
const VERSION = '1.110.2'
const folder = join(root, '.cache/prices')
const MOST_MODELS = 40

const LITELLM_NAMES = {
  google: 'gemini',
  alibaba: 'dashscope',
  moonshotai: 'moonshot',
  fireworks: 'fireworks_ai',
  together: 'together_ai',
  vertex: 'vertex_ai',
}

const READINGS = [
  { name: 'Short', promptTokens: 1000, completionTokens: 500 },
  { name: 'Long prompt', promptTokens: 300_000, completionTokens: 1000 },
  { name: 'Cached', promptTokens: 90_000, cachedTokens: 80_000, completionTokens: 1000 },
  {
    name: 'Written to a cache',
    promptTokens: 20_000,
    cacheWriteTokens: 15_000,
    cacheWriteHourTokens: 5000,
    completionTokens: 1000,
  },
  {
    name: 'Pictures, sound',
    promptTokens: 10_000,
    imageInputTokens: 3000,
    audioInputTokens: 2000,
    completionTokens: 1000,
  },
  { name: 'Priority', promptTokens: 300_000, completionTokens: 1000, serviceTier: 'priority' },
]

const INTRODUCTORY =
  'LiteLLM’s list has the introductory price, which ends on 2026-12-31; the catalog has the list price.'
const LONG_PRIORITY =
  'the list has no priority rates for long prompts: LiteLLM takes the plain ones, we the priority rates of short prompts. OpenAI says which tier it served, and that is billed.'
const NO_CACHE = 'LiteLLM’s list has no rates for caches; models.dev has them.'
const UNWRITTEN =
  'the vendor reports no tokens written to a cache. LiteLLM’s list has a rate of 0 for them, and we would bill plain prompt tokens.'

/** Why the sums differ, by model. */
const EXPLAINED = {
  'openai/gpt-5.5 at openai': LONG_PRIORITY,
  'openai/gpt-5.4 at openai': LONG_PRIORITY,
  'google/gemini-3.8-flash at google': INTRODUCTORY,
  'google/gemini-3.7-flash at google': INTRODUCTORY,
  'google/gemini-3.6-flash at google': INTRODUCTORY,
  'deepseek/deepseek-v4-pro at deepseek': UNWRITTEN,
  'deepseek/deepseek-v4.1-flash at deepseek': UNWRITTEN,
  'z-ai/glm-4.7 at zai': UNWRITTEN,
  'z-ai/glm-5.3-flash at zai': UNWRITTEN,
  'moonshotai/kimi-k3 at moonshotai':
    'LiteLLM’s list has a rate for tokens written for an hour, of which Moonshot reports none; the catalog leaves it out.',
  'z-ai/glm-4.5-air at zai': 'LiteLLM’s list has no rate for cached tokens; models.dev has one.',
  'qwen/qwen-flash at alibaba': NO_CACHE,
  'qwen/qwen3-max at alibaba': NO_CACHE,
}

async function install() {
  const stamp = join(folder, `litellm-${VERSION}`)
  if (existsSync(stamp)) return
  mkdirSync(folder, { recursive: true })
  await run('Making a Python environment', ['python3', '-m', 'venv', folder], {})
  await run('Installing LiteLLM', [join(folder, 'bin/pip'), 'install', '-q', `litellm==${VERSION}`], {})
  writeFileSync(stamp, '')
}

function askLiteLlm(jobs) {
  const env = { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True' }
  const script = join(import.meta.dirname, 'prices/litellm_costs.py')
  const { stdout, stderr, status } = spawnSync(join(folder, 'bin/python'), [script], {
    input: JSON.stringify(jobs),
    encoding: 'utf8',
    env,
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Failure('LiteLLM could not be asked.', stderr)
  return JSON.parse(stdout)
}

async function ourRoutes() {
  const { readBuiltinSeed } = await import('../lib/catalog/models/internal/seed-files.ts')
  const { parsePrice, totalNanosOf } = await import('../lib/money/prices/price.ts')
  const arrivedAt = new Date()
  return readBuiltinSeed().flatMap(({ id: provider, models }) =>
    models
      .filter(({ modality }) => modality === 'chat')
      .map(({ id, upstream_id, pricing }) => {
        const price = parsePrice(pricing)
        return {
          name: `${id} at ${provider}`,
          provider: LITELLM_NAMES[provider] ?? provider,
          model: upstream_id,
          // LiteLLM falls back to the standard price, and we refuse the request.
          readings: READINGS.map(({ name: _, ...used }) => ({
            used,
            usd:
              used.serviceTier && !price.serviceTiers.has(used.serviceTier)
                ? null
                : Number(totalNanosOf(price, { ...used, arrivedAt })) / 1e9,
          })),
        }
      }),
  )
}

const isSame = (ours, theirs) => Math.abs(ours - theirs) <= 2e-9 + 1e-7 * theirs
const usd = (amount) => `$${amount.toFixed(6).replace(/0+$/, '').replace(/\.$/, '')}`

function cellOf({ usd: ours }, theirs) {
  if (ours === null) return 'not offered'
  return isSame(ours, theirs) ? `= ${usd(ours)}` : `**${usd(ours)}**, ${usd(theirs)}`
}

function pageOf(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const notes = rows.filter(({ differs }) => differs.length > 0)
  return `# Price check

<!-- written by \`npm run check:prices\` -->
What six readings cost at ${rows.length} models of the built-in catalog by our rule, beside LiteLLM ${VERSION}'s own cost function with its own price list. One
amount: both agree. Two: ours first, then LiteLLM's, explained below. *Not offered*: the catalog has no price for that service tier. Off-peak
hours count by the time of the run, ${new Date().toUTCString()}.

${line(['Model', ...READINGS.map(({ name }) => name)])}
${line(['---', ...READINGS.map(() => '---')])}
${rows.map(({ name, readings, theirs }) => line([name, ...readings.map((one, at) => cellOf(one, theirs[at]))])).join('\n')}

The readings, in tokens: ${READINGS.map(({ name, ...used }) => `*${name}*: ${describe(used)}`).join('; ')}.

${notes.map(({ name }) => `- **${name}**: ${EXPLAINED[name] ?? 'not explained yet.'}`).join('\n')}
`
}

function describe({ promptTokens, completionTokens, serviceTier, ...parts }) {
  const names = {
    cachedTokens: 'cached',
    cacheWriteTokens: 'written to a cache',
    cacheWriteHourTokens: 'of these for an hour',
    imageInputTokens: 'of pictures',
    audioInputTokens: 'of sound',
  }
  const of = Object.entries(parts).map(([name, count]) => `${count} ${names[name]}`)
  return `${promptTokens} in${of.length > 0 ? ` (${of.join(', ')})` : ''}, ${completionTokens} out${serviceTier ? `, tier ${serviceTier}` : ''}`
}

/** Spread evenly over all providers. */
function isAmongMost(_row, at, rows) {
  const place = (index) => Math.floor((index * MOST_MODELS) / rows.length)
  return rows.length <= MOST_MODELS || place(at) !== place(at - 1)
}

async function main() {
  await install()
  const routes = await ourRoutes()
  const jobs = routes.flatMap(({ provider, model, readings }) =>
    readings.map(({ used }) => ({ provider, model, used })),
  )
  const costs = askLiteLlm(jobs)
  const rows = routes
    .map((route, at) => ({ ...route, theirs: costs.slice(at * READINGS.length, (at + 1) * READINGS.length) }))
    .filter(({ theirs }) => theirs.every((cost) => cost !== null))
    .filter(isAmongMost)
    .map((row) => ({
      ...row,
      differs: row.readings.filter(({ usd: ours }, at) => ours !== null && !isSame(ours, row.theirs[at])),
    }))
  writeFileSync(join(root, 'docs/run/price-check.md'), pageOf(rows))
  const unexplained = rows.filter(({ name, differs }) => differs.length > 0 && EXPLAINED[name] === undefined)
  for (const { name } of unexplained) console.log(`${name}: differs without an explanation`)
  console.log(
    `${rows.length} models compared, ${rows.filter(({ differs }) => differs.length === 0).length} agree.`,
  )
  if (unexplained.length > 0) process.exitCode = 1
}

await main().catch((error) => {
  printFailure(error)
  process.exitCode = 1
})
