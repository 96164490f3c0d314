import { listProjectNames } from './repository'

/** The rows of projects. What changes them also concerns their keys, and is in `organizations`. */
export {
  deleteProjectRow,
  eraseProjectsOf,
  findProjectRow,
  insertProject,
  listProjectRows,
  type ProjectRow,
  updateProject,
} from './repository'

export async function readProjectNames(customerId: string, ids: string[]): Promise<Map<string, string>> {
  return new Map((await listProjectNames(customerId, ids)).map(({ id, name }) => [id, name]))
}
