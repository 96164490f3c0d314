import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, check, key, origin } from './check.mjs'
import { ODD_MODELS } from './odd-upstream.mjs'

const home = mkdtempSync(join(tmpdir(), 'claude-code-'))
const weather = { command: process.execPath, args: [join(import.meta.dirname, 'weather-mcp.mjs')] }
const env = {
  ...process.env,
  HOME: home,
  ANTHROPIC_BASE_URL: origin,
  ANTHROPIC_AUTH_TOKEN: key,
  ANTHROPIC_MODEL: 'sandbox/chat',
  ANTHROPIC_SMALL_FAST_MODEL: 'sandbox/chat',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  ENABLE_TOOL_SEARCH: 'false', // the sandbox calls what it is offered, and searches for nothing
}

async function claude(args, more = {}) {
  const program = join(import.meta.dirname, 'node_modules', '.bin', 'claude')
  const call = promisify(execFile)(program, ['--output-format', 'json', ...args], {
    cwd: home,
    env: { ...env, ...more },
    timeout: 90_000,
    maxBuffer: 1e8,
  })
  call.child.stdin.end()
  const said = JSON.parse((await call).stdout)
  return Array.isArray(said) ? said.findLast(({ type }) => type === 'result') : said
}

await check('chat', async () => assert.equal((await claude(['-p', '[[say:Hello]]'])).result, 'Hello'))

await check('second turn', async () => {
  await claude(['-p', 'My cat is called Miso.'])
  assert.match((await claude(['-c', '-p', 'What did I say before?'])).result, /Miso/)
})

const config = JSON.stringify({ mcpServers: { weather } })
const withWeather = [
  '--mcp-config',
  config,
  '--strict-mcp-config',
  '--allowedTools',
  'mcp__weather__get_weather',
]

await check('MCP', async () => {
  const prompt = 'Call the tool get_weather for the weather in Paris.'
  assert.match((await claude(['-p', prompt, ...withWeather])).result, /sunny in/)
})

// With its tool search, as published: found tools are sent back as references and additions.
for (const model of ODD_MODELS)
  await check('odd upstreams', async () => {
    const asked = ['-p', 'What is the weather in Oslo and in Rome?', '--model', model, ...withWeather]
    const { result } = await claude(asked, { ENABLE_TOOL_SEARCH: 'true' })
    assert.match(result, /sunny in Oslo and .*sunny in Rome/, model)
  })
