// `npm run check:signatures [--write]`: makes the signatures of the unit tests again with botocore and google-auth, and compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/steps/command.mjs'
import { Failure } from '../scripts/steps/output.mjs'
import { run } from '../scripts/steps/run.mjs'
import { runTool } from './run-tool.mjs'

const PACKAGES = ['botocore==1.44.5', 'google-auth==2.62.2', 'cryptography', 'requests']
const file = join(root, 'lib', 'upstream', 'testing', 'cloud-vectors.json')

await runTool(async () => {
  const folder = join(root, '.cache', 'signatures')
  mkdirSync(folder, { recursive: true })
  const bin = join(folder, 'venv', 'bin')
  if (!existsSync(bin)) await run('venv', ['python3', '-m', 'venv', join(folder, 'venv')], { cwd: folder })
  await run('pip', [join(bin, 'pip'), 'install', '--quiet', ...PACKAGES], { cwd: folder })
  const script = join(root, 'tools', 'signatures', 'make.py')
  const made = await run('make.py', [join(bin, 'python'), script, file], { cwd: folder })
  const count = JSON.parse(made).aws.length + 1
  if (process.argv.includes('--write')) writeFileSync(file, made)
  else if (made !== readFileSync(file, 'utf8'))
    throw new Failure('botocore or google-auth sign otherwise now: run it with --write, and the unit tests.')
  console.log(`${count} passed, 0 failed`)
})
