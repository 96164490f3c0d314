// The API in this process: one bundle of server/api.ts, with packages left in node_modules. In development it is rebuilt and
// replaced when a source changes.
import { existsSync, readdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleApi } from '../scripts/steps/build.mjs'
import { isAlive } from '../scripts/steps/processes.mjs'

const importFrom = (folder) => import(pathToFileURL(join(folder, 'api.js')).href)

/** Resolves once the API is started. `current` serves; in development `swapped` is pending while it is replaced. */
export async function loadApi(root, development) {
  if (development) return watchApi(root)
  const current = await importFrom(join(root, '.api'))
  await current.startProcess()
  return { current }
}

/** Saving a file causes several events. */
const quietMilliseconds = 100
const watched = ['app/(api)', 'lib', 'server']

async function watchApi(root) {
  let version = 0
  const folders = join(root, '.cache', 'api')
  for (const name of existsSync(folders) ? readdirSync(folders) : [])
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(folders, name), { recursive: true })
  /** A new folder for each build, because Node imports a file only once. */
  const build = async () => {
    version += 1
    const folder = join(folders, `${process.pid}-${version}`)
    await bundleApi(root, folder)
    return folder
  }
  const api = { current: await importFrom(await build()), swapped: Promise.resolve() }
  await api.current.startProcess()

  /** If it does not compile or a setting is invalid, the error is printed and the API stays. Does not wait for running requests. */
  async function swap() {
    try {
      const folder = await build()
      const before = api.current
      before.beginDrain()
      await before.endProcess()
      api.current = await importFrom(folder)
      await api.current.startProcess()
    } catch (error) {
      console.error(error)
    }
  }
  let timer
  const onChange = (_event, file) => {
    if (!/\.(ts|json)$/.test(file) || /\.test\.ts$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      api.swapped = api.swapped.then(swap)
    }, quietMilliseconds)
  }
  for (const folder of watched) watch(join(root, folder), { recursive: true }, onChange)
  return api
}
