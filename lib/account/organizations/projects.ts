import { checkKnownIds, limitColumns } from '@/lib/account/api-keys/key-settings'
import { countProjectKeys, forgetKeysOf } from '@/lib/account/api-keys/keys'
import { everywhere, readSpend, saveSpendLimit } from '@/lib/account/api-keys/spend'
import {
  deleteProjectRow,
  findProjectRow,
  insertProject,
  listProjectRows,
  type ProjectRow,
  updateProject,
} from '@/lib/account/projects/projects'
import type {
  CreateProjectRequest,
  DeletedProject,
  Project,
  ProjectList,
  ProjectListQuery,
  UpdateProjectRequest,
} from '@/lib/account/projects/schema'
import { deleteBudgetSpend } from '@/lib/money/ledger/quota'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { presentCallLimits } from '@/lib/platform/fields'
import { newId } from '@/lib/platform/ids'
import { partOf } from '@/lib/platform/page-cursor'
import { changesOf, checkVisible } from '@/lib/platform/parse-input'

const MOST_PROJECTS = 500

/** The organization's projects by name. Throws `invalid_cursor`. */
export async function listProjects({ customerId }: Caller, query: ProjectListQuery): Promise<ProjectList> {
  const { data, ...page } = partOf(await listProjectRows(customerId), query)
  return { ...page, data: await present(customerId, data) }
}

export async function createProject({ customerId }: Caller, request: CreateProjectRequest): Promise<Project> {
  await checkKnownIds(request)
  const { name } = request
  const data = { ...columnsOf(request), id: newId('proj'), customerId, name }
  const row = await insertProject(data, MOST_PROJECTS)
  if (row === undefined)
    throw new AppError('invalid_parameter', {
      message: `An organization can have at most ${MOST_PROJECTS} projects. Delete one first.`,
    })
  return presentOne(row)
}

/**
 * Changes the given fields only, on every node when this resolves. What was spent in the period goes on counting. Throws
 * `not_found`.
 */
export async function changeProject(
  { customerId }: Caller,
  id: string,
  given: UpdateProjectRequest,
): Promise<Project> {
  const before = await findProject(customerId, id)
  const current = await presentOne(before)
  const request = changesOf(given, current)
  checkVisible(request.name, current.name)
  await checkKnownIds(request, current)
  const change = columnsOf(request)
  const row = await saveSpendLimit(customerId, 'project', { before, change }, async () => {
    const saved = await updateProject(customerId, id, change, (transaction) =>
      forgetKeysOf(customerId, transaction),
    )
    if (saved === undefined) throw new AppError('not_found')
    return saved
  })
  return presentOne(row)
}

/** Throws `not_found`, and `project_has_keys` while a key of it is not revoked. */
export async function deleteProject({ customerId }: Caller, id: string): Promise<DeletedProject> {
  await findProject(customerId, id)
  const isDeleted = await deleteProjectRow(customerId, id, async (transaction) => {
    const count = (await countProjectKeys(customerId, transaction)).get(id)
    if (count === undefined) return
    const keys = count === 1 ? '1 API key' : `${count} API keys`
    throw new AppError('project_has_keys', {
      message: `This project has ${keys}. Revoke them or move them to another project first.`,
    })
  })
  if (!isDeleted) throw new AppError('not_found')
  await everywhere()
  await deleteBudgetSpend(customerId, id)
  return { id, object: 'project', deleted: true }
}

/** Other ids are not looked up: they cannot exist, and may contain bytes that the database rejects. */
async function findProject(customerId: string, id: string): Promise<ProjectRow> {
  const row = /^proj_[0-9a-z]{1,64}$/.test(id) ? await findProjectRow(customerId, id) : null
  if (row === null) throw new AppError('not_found')
  return row
}

function columnsOf({ name, timezone, ...limits }: UpdateProjectRequest) {
  return {
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && { timezone }),
    ...limitColumns(limits),
  }
}

async function presentOne(row: ProjectRow): Promise<Project> {
  const [project] = await present(row.customerId, [row])
  if (project === undefined) throw new Error('nothing was presented')
  return project
}

async function present(customerId: string, rows: readonly ProjectRow[]): Promise<Project[]> {
  const [spend, keys] = await Promise.all([
    readSpend(customerId, 'project', rows),
    countProjectKeys(customerId),
  ])
  return rows.flatMap((row) => {
    const spent = spend.get(row.id)
    if (spent === undefined) return []
    return {
      id: row.id,
      object: 'project' as const,
      name: row.name,
      ...spent,
      timezone: row.timezone,
      allowed_models: row.limitsModels ? row.allowedModels : null,
      rate_limit_rpm: row.rateLimitRpm,
      ...presentCallLimits(row),
      key_count: keys.get(row.id) ?? 0,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    }
  })
}
