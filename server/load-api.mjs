// The API in this process: one bundle of server/api.ts, with packages left in node_modules. In development it is made anew when a
// source changes, and takes the place of the one before.
import { existsSync, readdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleApi } from '../scripts/steps/build.mjs'
import { isAlive } from '../scripts/steps/processes.mjs'

const importFrom = (folder) => import(pathToFileURL(join(folder, 'api.js')).href)

/** Resolves once it is started. `current` is the one that serves; in development `swapped` is pending while it is exchanged. */
export async function loadApi(root, development) {
  if (development) return watchApi(root)
  const current = await importFrom(join(root, '.api'))
  await current.startProcess()
  return { current }
}

/** A save is several events. */
const quietMilliseconds = 100
const watched = ['app/(api)', 'lib', 'server']

async function watchApi(root) {
  let version = 0
  const folders = join(root, '.cache', 'api')
  for (const name of existsSync(folders) ? readdirSync(folders) : [])
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(folders, name), { recursive: true })
  /** A new folder each time: Node imports a file once. */
  const make = async () => {
    version += 1
    const folder = join(folders, `${process.pid}-${version}`)
    await bundleApi(root, folder)
    return folder
  }
  const api = { current: await importFrom(await make()), swapped: Promise.resolve() }
  await api.current.startProcess()

  /** What does not compile, or has a bad setting, is told, and the API stays as it was. Requests that run are not waited for. */
  async function swap() {
    try {
      const folder = await make()
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
