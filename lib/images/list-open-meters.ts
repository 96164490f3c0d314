import { listUnsettledMeters } from './repository'

/** Which of these meters belong to a task whose money has not been settled. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledMeters(ids)
}
