// `node scripts/on-checkout.mjs SCRIPT …`: runs a script of ours on a Node that is new enough, with the packages there.
// For those that import packages at once; what users start sees to it by itself.
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepareCheckout } from './steps/checkout.mjs'
import { printFailure } from './steps/output.mjs'
import { onNewEnoughNode } from './steps/runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
try {
  await onNewEnoughNode(root)
  await prepareCheckout(root)
} catch (error) {
  printFailure(error)
  process.exit(1)
}
process.argv.splice(1, 1) // the script finds its arguments where they always are
await import(pathToFileURL(resolve(process.argv[1])).href)
