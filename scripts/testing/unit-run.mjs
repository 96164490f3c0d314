// Vitest's global set-up for unit tests.
import { makeRunFolder } from './run-folder.mjs'

export default async function setup(project) {
  const { folder, remove } = await makeRunFolder()
  project.provide('runFolder', folder)
  return remove
}
