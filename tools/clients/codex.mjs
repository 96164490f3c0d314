// Codex with the setup in the docs: a provider in config.toml, and an MCP server, whose tools it sends as a namespace.
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, baseURL, check, key } from './check.mjs'
import { ODD_MODELS } from './odd-upstream.mjs'

const home = mkdtempSync(join(tmpdir(), 'codex-'))
const bin = (name) => join(import.meta.dirname, 'node_modules', '.bin', name)
writeFileSync(
  join(home, 'config.toml'),
  `model = "sandbox/chat"
model_provider = "portico"

[model_providers.portico]
name = "Portico"
base_url = "${baseURL}"
env_key = "PORTICO_API_KEY"
wire_api = "responses"

[mcp_servers.weather]
command = "${process.execPath}"
args = ["${join(import.meta.dirname, 'weather-mcp.mjs')}"]
`,
)

async function codex(...args) {
  const env = { ...process.env, CODEX_HOME: home, PORTICO_API_KEY: key }
  const flags = ['exec', '--skip-git-repo-check', '--json', '--dangerously-bypass-approvals-and-sandbox']
  const call = promisify(execFile)(bin('codex'), [...flags, ...args], {
    cwd: home,
    env,
    timeout: 60_000,
    maxBuffer: 1e8,
  })
  call.child.stdin.end()
  const { stdout } = await call
  const events = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const items = events.flatMap(({ type, item }) => (type === 'item.completed' ? [item] : []))
  return { items, text: items.findLast(({ type }) => type === 'agent_message')?.text }
}

await check('chat', async () => assert.equal((await codex('[[say:Hello]]')).text, 'Hello'))

await check('second turn', async () => {
  await codex('My cat is called Miso.')
  assert.match((await codex('resume', '--last', 'What did I say before?')).text, /Miso/)
})

await check('MCP', async () => {
  const { items } = await codex('Call the tool get_weather for the weather in Paris.')
  const call = items.find(({ type }) => type === 'mcp_tool_call')
  assert.equal(call?.tool, 'get_weather')
  assert.equal(call.status, 'completed')
})

for (const model of ODD_MODELS)
  await check('odd upstreams', async () => {
    const { items, text } = await codex('-m', model, 'What is the weather in Oslo and in Rome?')
    const calls = items.filter(({ type }) => type === 'mcp_tool_call')
    assert.deepEqual(
      calls.map(({ arguments: given, status }) => [given, status]),
      ['Oslo', 'Rome'].map((city) => [{ city }, 'completed']),
    )
    assert.match(text, /sunny in Oslo and .*sunny in Rome/, model)
  })
