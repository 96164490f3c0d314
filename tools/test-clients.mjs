// `npm run test:clients [-- NAME…]`: tests published clients, unmodified, against its own Portico with the sandbox's models; Codex and
// Claude Code also with upstreams that behave oddly. Each is installed on demand into .cache/clients and tested by a script in
// tools/clients. A run writes the columns of its clients into docs/use/clients.md.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setUps } from '../components/account/clients/set-ups.ts'
import { prepareBuild } from '../scripts/steps/checkout.mjs'
import { root } from '../scripts/steps/command.mjs'
import { Failure, step } from '../scripts/steps/output.mjs'
import { npmCommand, run } from '../scripts/steps/run.mjs'
import { onStop } from '../scripts/steps/stop.mjs'
import { startPortico } from '../scripts/testing/start-portico.mjs'
import { openOddUpstream } from './clients/odd-upstream.mjs'
import { runTool } from './run-tool.mjs'

const scripts = join(root, 'tools', 'clients')

const zod = { zod: '4.6.7' }

/**
 * The first package of each is the client; .py files are run by Python. `setUps`: setups the console offers for it.
 */
const CLIENTS = [
  {
    name: 'openai',
    title: 'OpenAI SDK',
    file: 'openai.mjs',
    setUps: ['curl', 'typescript'],
    packages: { openai: '7.57.0', ...zod },
  },
  {
    name: 'anthropic',
    title: 'Anthropic SDK',
    file: 'anthropic.mjs',
    packages: { '@anthropic-ai/sdk': '1.14.0', ...zod },
  },
  {
    name: 'ai-sdk-7',
    title: 'AI SDK',
    file: 'ai-sdk.mjs',
    packages: {
      ai: '7.0.173',
      '@ai-sdk/openai': '4.0.118',
      '@ai-sdk/anthropic': '4.0.105',
      '@ai-sdk/openai-compatible': '3.0.92',
      ...zod,
    },
  },
  {
    name: 'ai-sdk-6',
    title: 'AI SDK',
    file: 'ai-sdk.mjs',
    packages: {
      ai: '6.0.325',
      '@ai-sdk/openai': '3.0.141',
      '@ai-sdk/anthropic': '3.0.140',
      '@ai-sdk/openai-compatible': '2.0.92',
      ...zod,
    },
  },
  {
    name: 'google-genai',
    title: 'Google Gen AI SDK',
    file: 'google-genai.mjs',
    packages: { '@google/genai': '3.3.0' },
  },
  {
    name: 'openrouter',
    title: 'OpenRouter for AI SDK',
    file: 'openrouter.mjs',
    packages: { '@openrouter/ai-sdk-provider': '3.1.0', ai: '7.0.173', ...zod },
  },
  {
    name: 'langchain',
    title: 'LangChain',
    file: 'langchain.mjs',
    packages: {
      '@langchain/openai': '1.6.0',
      '@langchain/anthropic': '1.5.11',
      '@langchain/core': '1.4.0',
      ...zod,
    },
  },
  {
    name: 'agents',
    title: 'OpenAI Agents SDK',
    file: 'agents.mjs',
    packages: { '@openai/agents': '0.20.0', ...zod },
  },
  {
    name: 'codex',
    title: 'Codex',
    file: 'codex.mjs',
    setUps: ['codex'],
    packages: { '@openai/codex': '0.171.0' },
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    file: 'claude-code.mjs',
    setUps: ['claude-code'],
    packages: { '@anthropic-ai/claude-code': '2.1.332' },
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    file: 'gemini-cli.mjs',
    setUps: ['gemini-cli'],
    packages: { '@google/gemini-cli': '0.61.0' },
  },
  { name: 'opencode', title: 'opencode', file: 'opencode.mjs', packages: { 'opencode-ai': '1.18.33' } },
  {
    name: 'openai-python',
    title: 'OpenAI SDK (Python)',
    file: 'openai_sdk.py',
    setUps: ['python'],
    packages: { openai: '3.57.0' },
  },
  {
    name: 'anthropic-python',
    title: 'Anthropic SDK (Python)',
    file: 'anthropic_sdk.py',
    packages: { anthropic: '2.14.0' },
  },
  {
    name: 'google-genai-python',
    title: 'Google Gen AI SDK (Python)',
    file: 'google_genai.py',
    packages: { 'google-genai': '3.6.1' },
  },
  { name: 'litellm', title: 'LiteLLM', file: 'litellm_client.py', packages: { litellm: '1.110.2' } },
  {
    name: 'langchain-python',
    title: 'LangChain (Python)',
    file: 'langchain_sdk.py',
    setUps: ['langchain'],
    packages: { 'langchain-openai': '1.7.4', 'langchain-anthropic': '1.7.10' },
  },
]

const isPython = ({ file }) => file.endsWith('.py')
const hasPython = () => spawnSync('python3', ['-m', 'venv', '--help'], { stdio: 'ignore' }).status === 0

/** Installs a client into a folder with its packages and a copy of the scripts, which find them from there. */
async function install(client) {
  const folder = join(root, '.cache', 'clients', client.name)
  mkdirSync(folder, { recursive: true })
  cpSync(isPython(client) ? join(scripts, 'python') : scripts, folder, { recursive: true })
  const options = { cwd: folder }
  if (isPython(client)) {
    const pip = join(folder, 'venv', 'bin', 'pip')
    if (!existsSync(pip)) await run('Making a venv', ['python3', '-m', 'venv', 'venv'], options)
    const wanted = Object.entries(client.packages).map(([name, version]) => `${name}==${version}`)
    await run('pip', [pip, 'install', '--quiet', '--disable-pip-version-check', ...wanted], options)
    return { folder, command: [join(folder, 'venv', 'bin', 'python'), client.file] }
  }
  const manifest = { private: true, type: 'module', dependencies: client.packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--legacy-peer-deps']
  await run('npm install', npmCommand('install', ...flags), options)
  return { folder, command: [process.execPath, client.file] }
}

/** A script's output: a line of JSON per check. */
function readChecks(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('{"feature"'))
  if (lines.length === 0) throw new Failure('It tested nothing.', output)
  return lines.map((line) => JSON.parse(line))
}

const runners = { bash: ['bash', 'sh'], typescript: [process.execPath, 'mjs'], python: ['python', 'py'] }

/** Runs a setup the console offers, unchanged: its output must contain the model's answer. */
async function checkSetUp({ id, language, write }, folder, { url, key }) {
  const [runner, ending] = runners[language]
  const file = join(folder, `set-up-${id}.${ending}`)
  writeFileSync(file, write({ origin: url, key, model: 'sandbox/chat' }))
  const bins = [join(folder, 'node_modules', '.bin'), join(folder, 'venv', 'bin')].join(delimiter)
  const home = mkdtempSync(join(tmpdir(), 'set-up-'))
  const env = { ...process.env, HOME: home, PATH: `${bins}${delimiter}${process.env.PATH}` }
  const said = await run(id, [runner, file], { cwd: folder, env }).catch((error) => error)
  const isGood = typeof said === 'string' && /hello/i.test(said)
  return { feature: 'set-up', ok: isGood, error: isGood ? undefined : `${id}: ${said.output ?? said}` }
}

async function runChecks(client, { url, key }) {
  try {
    const { folder, command } = await install(client)
    const env = { ...process.env, PORTICO_URL: url, PORTICO_API_KEY: key }
    const checks = readChecks(await run(client.title, command, { cwd: folder, env }))
    for (const setUp of setUps.filter(({ id }) => client.setUps?.includes(id)))
      checks.push(await checkSetUp(setUp, folder, { url, key }))
    return checks
  } catch (error) {
    return [{ feature: 'starts', ok: false, error: `${error.message}\n${error.output ?? ''}` }]
  }
}

async function tryClient(client, server) {
  const checks = await runChecks(client, server)
  for (const { feature, error } of checks) if (error) console.log(`\n${client.title}, ${feature}: ${error}`)
  return { client, checks }
}

function cell(checks, feature) {
  const tried = checks.filter((one) => one.feature === feature)
  if (tried.length === 0) return '–'
  return tried.every(({ ok }) => ok) ? 'yes' : '**no**'
}

const page = join(root, 'docs', 'use', 'clients.md')

const headOf = ({ title, packages }) => `${title} ${Object.values(packages)[0]}`

/** The cells of the page's table by client and version, then by feature. */
function readTable() {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const [head, , ...others] = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((text) => text.trim()),
  )
  return new Map(head.slice(1).map((name, at) => [name, new Map(others.map((row) => [row[0], row[at + 1]]))]))
}

/** Columns of clients that were not tested now stay as they are, if the version is the same. */
function tableOf(results) {
  const columns = readTable()
  const features = new Set([...columns.values()].flatMap((column) => [...column.keys()]))
  for (const { checks } of results) for (const { feature } of checks) features.add(feature)
  for (const { client, checks } of results)
    columns.set(headOf(client), new Map([...features].map((feature) => [feature, cell(checks, feature)])))
  const head = CLIENTS.map(headOf).filter((name) => columns.has(name))
  const rows = [...features].map((feature) => [
    feature,
    ...head.map((name) => columns.get(name).get(feature) ?? '–'),
  ])
  return [['', ...head], ['', ...head].map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

function writeTable(results) {
  const text = `# Clients

Written by \`npm run test:clients\`: each published client, unmodified, against the sandbox's models. "Odd upstreams" is a conversation
with tools through OpenAI-like, Claude-like and Gemini-like upstreams that break their format. A dash means that the client does not
have the feature, or that it was not tested. A run of some clients replaces their columns. The scripts are in \`tools/clients\`.

${tableOf(results)}
`
  writeFileSync(page, text)
}

function chooseClients(names) {
  const untried = setUps.filter(({ id }) => !CLIENTS.some((client) => client.setUps?.includes(id)))
  if (untried.length > 0)
    throw new Failure(
      `The console offers setups that no client tests: ${untried.map(({ id }) => id).join(', ')}.`,
    )
  const known = CLIENTS.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Failure(`There is no client named ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`)
  const chosen = names.length > 0 ? CLIENTS.filter(({ name }) => names.includes(name)) : CLIENTS
  if (hasPython()) return chosen
  console.log('There is no Python 3 with venv. Python clients are skipped.')
  return chosen.filter((client) => !isPython(client))
}

async function runAll() {
  const clients = chooseClients(process.argv.slice(2))
  await step('Build', () => prepareBuild(root))
  const cache = join(root, '.cache', 'clients')
  mkdirSync(cache, { recursive: true })
  const odd = await openOddUpstream()
  onStop(odd.close)
  const PROVIDERS_FILE = join(cache, 'odd-providers.json')
  writeFileSync(PROVIDERS_FILE, JSON.stringify(odd.providers))
  const settings = { RATE_LIMIT_CHAT: '100000', PROVIDERS_FILE, ...odd.settings }
  const portico = await startPortico(root, { logFile: join(cache, 'portico.log'), settings })
  onStop(portico.stop)
  const { api_key: key } = JSON.parse(readFileSync(join(portico.dataDir, 'demo.json'), 'utf8'))
  const results = []
  for (const client of clients)
    results.push(await step(client.title, () => tryClient(client, { url: portico.url, key })))
  writeTable(results)
  return results.every(({ checks }) => checks.every(({ ok }) => ok))
}

await runTool(async () => ((await runAll()) ? 0 : 1))
