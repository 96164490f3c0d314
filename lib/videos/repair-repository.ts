import { pool } from '@/lib/platform/db'
import { storedJson } from '@/lib/platform/json'
import { bareMeterSql } from '@/lib/usage/task-meter'
import type { Settlement, StoredRequest } from './internal/task-record'

const nothing: StoredRequest = {
  prompt: '',
  media: [],
  draftTaskId: null,
  draftHandle: null,
  ratio: '16:9',
  resolution: '720p',
  duration: 0,
  frames: null,
  generateAudio: false,
  seed: null,
  cameraFixed: false,
  watermark: false,
  returnLastFrame: false,
  serviceTier: 'default',
  isDraft: false,
  webSearch: false,
  safetyIdentifier: null,
  executionExpiresAfterSeconds: 0,
}
const release: Settlement = { kind: 'release' }

/**
 * Makes the row of a task readable again, whatever is wrong with its JSON: what it says of its hold stays, the rest goes. Its
 * next turn, due at once, ends it and gives the money back. Only after an hour: what this process cannot read, one of another
 * version may. False while that may be.
 */
export async function repairTask(id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE video_tasks SET request = $2::jsonb, settlement = $3::jsonb, routes = '[]', attempts = '[]', error = NULL, result = NULL,
        meter = ${bareMeterSql},
        handle = NULL, turn_state = 'waiting', next_turn_at = now()
      WHERE id = $1 AND created_at < now() - interval '1 hour'`,
    [id, storedJson(nothing), storedJson(release)],
  )
  return rowCount === 1
}
