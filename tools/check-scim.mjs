// `npm run check:scim https://portico.example/scim/v2 TOKEN`: calls SCIM of a running server as scim2-tester does. It creates, changes and
// deletes users and groups of the token's organization.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/steps/command.mjs'
import { Failure } from '../scripts/steps/output.mjs'
import { run } from '../scripts/steps/run.mjs'
import { runTool } from './run-tool.mjs'

const PACKAGES = ['scim2-tester==0.5.2', 'scim2-client==0.13.2', 'scim2-models==0.12.3', 'httpx2==2.16.2']

await runTool(async () => {
  const [url, token] = process.argv.slice(2)
  if (token === undefined) throw new Failure('Usage: npm run check:scim <base URL> <token>')
  const folder = join(root, '.cache', 'scim')
  mkdirSync(folder, { recursive: true })
  const bin = join(folder, 'venv', 'bin')
  if (!existsSync(bin)) await run('venv', ['python3', '-m', 'venv', join(folder, 'venv')], { cwd: folder })
  await run('pip', [join(bin, 'pip'), 'install', '--quiet', ...PACKAGES], { cwd: folder })
  const script = join(root, 'tools', 'scim', 'check.py')
  const told = await run('check.py', [join(bin, 'python'), script, url, token], { cwd: folder })
  const faults = told.split('\n').filter((line) => /^(ERROR|CRITICAL|DEVIATION)/.test(line))
  console.log(`${told.match(/^SUCCESS/gm)?.length ?? 0} passed, ${faults.length} failed`)
  if (faults.length > 0) throw new Failure(told)
})
