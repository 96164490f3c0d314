import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, baseURL, check, key } from './check.mjs'

const home = mkdtempSync(join(tmpdir(), 'opencode-'))
const models = { 'sandbox/chat': { name: 'Sandbox', tool_call: true } }
const config = join(home, 'opencode.json')
writeFileSync(
  config,
  JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    model: 'portico/sandbox/chat',
    small_model: 'portico/sandbox/chat',
    provider: {
      portico: { npm: '@ai-sdk/openai-compatible', options: { baseURL, apiKey: key }, models },
    },
  }),
)

async function opencode(...args) {
  const program = join(import.meta.dirname, 'node_modules', '.bin', 'opencode')
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    OPENCODE_CONFIG: config,
  }
  const call = promisify(execFile)(program, ['run', '--model', 'portico/sandbox/chat', ...args], {
    cwd: home,
    env,
    timeout: 120_000,
  })
  call.child.stdin.end()
  return (await call).stdout
}

await check('chat', async () => assert.match(await opencode('[[say:Hello there]]'), /Hello there/))

await check('second turn', async () => {
  await opencode('My cat is called Miso.')
  assert.match(await opencode('--continue', 'What did I say before?'), /Miso/)
})
