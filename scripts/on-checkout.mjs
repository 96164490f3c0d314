// `node scripts/on-checkout.mjs SCRIPT …`: runs a script on a Node that is new enough, after installing packages; for a script in tools/
// also those of tools/package.json. For scripts that import packages at the top. What users start prepares itself.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isInstalled, prepareCheckout } from './steps/checkout.mjs'
import { printFailure, step } from './steps/output.mjs'
import { npmCommand, run } from './steps/run.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

async function prepareTools() {
  const cwd = join(root, 'tools')
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    existsSync(join(cwd, file)) ? JSON.parse(readFileSync(join(cwd, file), 'utf8')).packages : {},
  )
  if (isInstalled(locked, installed)) return
  await step('Installing packages of tools', () => run('npm ci', npmCommand('ci'), { cwd }))
}

try {
  await onNewEnoughNode(root)
  await prepareCheckout(root, { isForDevelopment: true })
  if (process.argv[2].startsWith('tools/')) await prepareTools()
} catch (error) {
  printFailure(error)
  process.exit(1)
}
process.argv.splice(1, 1) // the script finds its arguments where it expects them
await import(pathToFileURL(resolve(process.argv[1])).href)
