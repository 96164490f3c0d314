import { presentRuns } from './internal/present-runs'
import { listNewestRuns } from './repository'
import type { RunsQuery, RunsReply } from './schema'

/** The newest runs first. */
export async function listRuns({ limit }: RunsQuery): Promise<RunsReply> {
  return { data: await presentRuns(await listNewestRuns(limit)) }
}
