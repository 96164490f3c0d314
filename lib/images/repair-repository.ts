import { pool } from '@/lib/platform/db'
import { storedJson } from '@/lib/platform/json'
import { bareMeterSql } from '@/lib/usage/task-meter'
import type { TaskSettings } from './internal/task-record'

const nothing: TaskSettings = {
  n: 1,
  size: 'auto',
  quality: 'auto',
  outputFormat: 'png',
  outputCompression: null,
  background: 'auto',
  moderation: 'auto',
  seed: null,
}

/** Makes the row of a task that is being drawn readable again, whatever is wrong with its JSON: what it says of its hold stays, the rest goes. */
export async function repairTask(id: string): Promise<void> {
  await pool.query(
    `UPDATE image_tasks SET settings = $2::jsonb, routes = '[]', made = NULL, error = NULL, settlement = NULL,
        meter = ${bareMeterSql}
      WHERE id = $1 AND status = 'processing'`,
    [id, storedJson(nothing)],
  )
}
