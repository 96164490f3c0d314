// Everything that is done once for a checkout, whatever instances run from it.
import { join } from 'node:path'
import { build, needsBuild } from './build.mjs'
import { generate, needsGenerate } from './generate.mjs'
import { install, needsInstall } from './install.mjs'
import { takeLock } from './lock.mjs'
import { note } from './progress.mjs'
import { generateRoutes } from './routes.mjs'

/** Does `work` unless `isDone()`, before or after another start of this checkout has had its turn. */
async function once(root, isDone, work) {
  if (isDone()) return
  let told = false
  const lock = await takeLock(join(root, '.cache', 'checkout.lock'), {
    onHeld(holder) {
      if (!told) note(`Waiting for another start of this checkout (process ${holder.pid})`)
      told = true
    },
  })
  try {
    if (!isDone()) await work()
  } finally {
    lock.release()
  }
}

/** Packages, route table and database client. */
export async function prepareCheckout(root) {
  generateRoutes(root)
  await once(
    root,
    () => !needsInstall(root) && !needsGenerate(root),
    async () => {
      if (needsInstall(root)) await install(root)
      if (needsGenerate(root)) await generate(root)
    },
  )
}

export async function prepareBuild(root) {
  await once(
    root,
    () => !needsBuild(root),
    () => build(root),
  )
}
