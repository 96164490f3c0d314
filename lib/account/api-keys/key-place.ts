import { type Caller, isAllowed, ownOnly } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { mayDo, Role } from '@/lib/platform/roles'
import { isViolation } from '@/lib/platform/transaction'
import { findPlaces, type KeyPlaceFilter, type KeyRow } from './repository'
import { type ApiKeyRecord, OF_ORGANIZATION } from './schema'
import { recountSpend } from './spend'

type Place = Partial<Record<keyof Pick<ApiKeyRecord, 'owner' | 'project_id'>, string | null | undefined>>

/** The columns of the owner and the project that a request names; `null`: the organization, and no project. */
export function placeColumns({ owner, project_id: projectId }: Place): KeyPlaceFilter {
  return {
    ...(projectId !== undefined && { projectId: projectId === 'none' ? null : projectId }),
    ...(owner != null && { ownerId: owner === OF_ORGANIZATION ? null : owner }),
  }
}

/** The owner of a new key for which none is named: the organization, or the member who may make only own keys. */
export function usualOwner(caller: Caller): string {
  return ownOnly(caller, 'keys.manage') ?? OF_ORGANIZATION
}

/**
 * Checks the owner and the project that a request gives to a key. Throws `insufficient_role` for another owner than the caller's
 * role allows, and `invalid_parameter` where there is no such member or project.
 */
export async function checkPlace(caller: Caller, place: Place): Promise<void> {
  const { projectId, ownerId } = placeColumns(place)
  const isOwn = ownerId !== null && ownerId === caller.member?.id
  if (ownerId !== undefined && !isOwn && !isAllowed(caller, 'keys.manage'))
    throw new AppError('insufficient_role', {
      param: 'owner',
      message: 'Your role allows API keys of your own only. Leave out owner, or send your member ID.',
      metadata: { required_permission: 'keys.manage' },
    })
  const found = await findPlaces(caller.customerId, listOf(projectId), listOf(ownerId))
  if (projectId != null && found.projects.length === 0) throw unknown('project_id', 'project')
  if (ownerId == null) return
  const [member] = found.members
  if (member === undefined) throw unknown('owner', 'member')
  if (!isOwn) checkMayActAs(caller, member.role)
}

/** The project may be deleted after `checkPlace`: the answer is the same. */
export function refuseGoneProject(error: unknown): never {
  throw isViolation(error, 'P2003') ? unknown('project_id', 'project') : error
}

/** Who gets the secret of an owner's key acts as an owner. Throws `insufficient_role`. */
export function checkMayActAs(caller: Caller, role: string): void {
  const needed = 'organization.own'
  if (!mayDo(Role.parse(role), needed) || isAllowed(caller, needed)) return
  throw new AppError('insufficient_role', {
    param: 'owner',
    message: 'Only owners can get a key that belongs to an owner.',
    metadata: { required_permission: needed },
  })
}

/** Before the secret of a key is shown: see `checkMayActAs`. */
export async function checkMayHold(caller: Caller, owner: string): Promise<void> {
  if (owner === OF_ORGANIZATION || owner === caller.member?.id) return
  const { members } = await findPlaces(caller.customerId, [], [owner])
  for (const { role } of members) checkMayActAs(caller, role)
}

/** After a key has moved with what it spent: recounts the limits that it left and those that it came under. */
export async function recountPlaces(customerId: string, before: KeyPlaces, after: KeyPlaces): Promise<void> {
  const moved = (name: keyof KeyPlaces) =>
    before[name] === after[name] ? [] : [...listOf(before[name]), ...listOf(after[name])]
  const [projectIds, memberIds] = [moved('projectId'), moved('ownerId')]
  if (projectIds.length + memberIds.length === 0) return
  const { projects, members } = await findPlaces(customerId, projectIds, memberIds)
  await recountSpend(customerId, 'project', projects)
  await recountSpend(customerId, 'member', members)
}

type KeyPlaces = Pick<KeyRow, 'projectId' | 'ownerId'>

const listOf = (id: string | null | undefined): string[] => (id == null ? [] : [id])

function unknown(param: string, what: string): AppError {
  return new AppError('invalid_parameter', { param, message: `${param}: there is no such ${what}.` })
}
