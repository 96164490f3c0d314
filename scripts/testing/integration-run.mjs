// Vitest's global set-up for *.int.test.ts: one Postgres for the whole run.
import { makeRunFolder } from './run-folder.mjs'
import { startTestCluster } from './test-cluster.mjs'

export default async function setup(project) {
  const { folder, remove } = await makeRunFolder()
  const cluster = await startTestCluster(project.config.root, folder)
  project.provide('runFolder', folder)
  project.provide('postgresUrl', cluster.url('postgres'))
  return async () => {
    await cluster.stop()
    remove()
  }
}
