import { changeProject, deleteProject } from '@/lib/account/organizations/projects'
import { DeletedProject, Project, ProjectParams, UpdateProjectRequest } from '@/lib/account/projects/schema'
import { accountRoute } from '@/lib/http/routes'

export const PATCH = accountRoute(
  {
    summary: 'Change a project or its limits',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'project.update',
    params: ProjectParams,
    body: UpdateProjectRequest,
    example: { limit_usd: '80', rate_limit_rpm: 600 },
    reply: Project,
    refuses: ['not_found'],
  },
  ({ caller, params, body }) => changeProject(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Delete a project that has no API keys',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'project.delete',
    params: ProjectParams,
    reply: DeletedProject,
    refuses: ['not_found', 'project_has_keys'],
  },
  ({ caller, params }) => deleteProject(caller, params.id),
)
