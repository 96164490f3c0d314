import { keepPreviousData } from '@tanstack/react-query'
import { shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf, pagesOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { AuditLogQuery } from './audit-schema'
import type {
  CreateOrganizationRequest,
  DeleteOrganizationRequest,
  InviteRequest,
  MembersQuery,
  UpdateMemberRequest,
  UpdateOrganizationRequest,
} from './schema'

const shape = shapesOf<typeof import('./schema')>()
const auditShape = shapesOf<typeof import('./audit-schema')>()

const organizationKey = ['organization']
const membersKey = [...organizationKey, 'members']
const invitationsKey = [...organizationKey, 'invitations']
const ownKey = [...organizationKey, 'own']

export const organizationQuery = () => queryOf(ownKey, apiPaths.organization, shape('Organization'))

export const updateOrganizationMutation = () =>
  mutationOf(
    shape('Organization'),
    (body: UpdateOrganizationRequest) => ['PATCH', apiPaths.organization, body],
    { answers: ownKey },
  )

export const organizationsQuery = () =>
  listOf([...organizationKey, 'all'], apiPaths.organizations, shape('OrganizationList'))

export const createOrganizationMutation = () =>
  mutationOf(shape('OrganizationItem'), (body: CreateOrganizationRequest) => [
    'POST',
    apiPaths.organization,
    body,
  ])

/** The page must be loaded again afterwards: everything on it belongs to the organization before. */
export const switchOrganizationMutation = () =>
  mutationOf(shape('OrganizationItem'), (id: string) => ['POST', apiPaths.switchOrganization, { id }])

export const deleteOrganizationMutation = () =>
  mutationOf(
    shape('DeletedOrganization'),
    (body: DeleteOrganizationRequest) => ['POST', apiPaths.deleteOrganization, body],
    { isSecret: true },
  )

type MemberFilter = Partial<Pick<MembersQuery, 'search' | 'role' | 'sort'>>

/** The previous results stay visible while the next are fetched. */
export const membersQuery = (filter: MemberFilter) => ({
  ...pagesOf([...membersKey, filter], apiPaths.members, shape('MemberPage'), filter),
  placeholderData: keepPreviousData,
})

type MemberChange = { id: string; changes: UpdateMemberRequest }

export const updateMemberMutation = () =>
  mutationOf(shape('Member'), ({ id, changes }: MemberChange) => ['PATCH', apiPaths.member(id), changes], {
    stale: organizationKey,
  })

export const removeMemberMutation = () =>
  mutationOf(shape('RemovedMember'), (id: string) => ['DELETE', apiPaths.member(id)])

export const handOverMutation = () =>
  mutationOf(shape('Member'), (member_id: string) => ['POST', apiPaths.handOver, { member_id }])

/** After a member was removed. */
export const membersChanged = { queryKey: organizationKey }

export const invitationsQuery = () => pagesOf(invitationsKey, apiPaths.invitations, shape('InvitationPage'))

/** The reply contains the link. */
export const inviteMutation = () =>
  mutationOf(shape('NewInvitation'), (body: InviteRequest) => ['POST', apiPaths.invitations, body], {
    stale: invitationsKey,
    isSecret: true,
  })

export const resendInvitationMutation = () =>
  mutationOf(shape('NewInvitation'), (id: string) => ['POST', apiPaths.resendInvitation(id)], {
    stale: invitationsKey,
    isSecret: true,
  })

export const withdrawInvitationMutation = () =>
  mutationOf(shape('WithdrawnInvitation'), (id: string) => ['DELETE', apiPaths.invitation(id)], {
    stale: invitationsKey,
  })

export type AuditFilters = Partial<Pick<AuditLogQuery, 'actor' | 'action' | 'target' | 'from' | 'to'>>

/** Lines of the organization's audit log, newest first. */
export const auditLogQuery = (filters: AuditFilters) => ({
  ...pagesOf(
    [...organizationKey, 'audit', filters],
    apiPaths.organizationAudit,
    auditShape('AuditLog'),
    filters,
  ),
  placeholderData: keepPreviousData,
})
