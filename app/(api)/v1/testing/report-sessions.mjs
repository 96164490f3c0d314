// For tests: tells the parent of this process the numbers of its sessions, which end with it.
const { pool } = await import('../../../../lib/platform/db.ts')
pool.on('connect', ({ processID }) => process.send?.(processID))
