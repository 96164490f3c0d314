import type { RowJob } from './job'
import { Places } from './places'
import type { WorkSource } from './work-source'

export function rowJob<Piece extends object, Result>(
  source: WorkSource<Piece, Result>,
  giveBackAll: () => Promise<void>,
): RowJob {
  return { name: source.name, open: () => new Places(source), giveBackAll }
}
