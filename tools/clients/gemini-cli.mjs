// Gemini CLI with an API key and another base URL, as in the setup that the console offers.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, check, key, origin } from './check.mjs'

const home = mkdtempSync(join(tmpdir(), 'gemini-'))
mkdirSync(join(home, '.gemini'))
const weather = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'weather-mcp.mjs')],
  trust: true,
}
writeFileSync(
  join(home, '.gemini', 'settings.json'),
  JSON.stringify({
    security: { auth: { selectedType: 'gemini-api-key' } },
    mcpServers: { weather },
  }),
)

async function gemini(prompt) {
  const env = { ...process.env, HOME: home, GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: origin }
  const flags = [
    '--skip-trust',
    '--yolo',
    '--model',
    'sandbox/chat',
    '--output-format',
    'json',
    '--prompt',
    prompt,
  ]
  const call = promisify(execFile)(join(import.meta.dirname, 'node_modules', '.bin', 'gemini'), flags, {
    cwd: home,
    env,
    timeout: 120_000,
    maxBuffer: 1e8,
  })
  call.child.stdin.end()
  const { stdout } = await call
  return JSON.parse(stdout.slice(stdout.indexOf('{')))
}

await check('chat', async () => assert.equal((await gemini('[[say:Hello]]')).response, 'Hello'))

await check('MCP', async () => {
  const { response, stats } = await gemini('Call the tool get_weather for the weather in Paris.')
  assert.equal(stats.tools.totalSuccess, 1)
  assert.match(response, /Paris/)
})
