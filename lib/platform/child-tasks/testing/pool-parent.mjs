// For tests: a parent to be killed. Says the number of its child, which is at work for ever.
import '../../../../scripts/steps/load-typescript.mjs'

const { ChildPool } = await import('../child-pool.ts')
const { PoolResult } = await import('./pool-task.ts')
const pool = new ChildPool({
  entry: 'lib/platform/child-tasks/testing/pool-child.ts',
  result: PoolResult,
  most: 1,
  timeLimitMillis: 600_000,
})
await pool.run(
  { act: 'wait', bytes: new Uint8Array() },
  { signal: new AbortController().signal, onProgress: (pid) => process.send?.(pid) },
)
