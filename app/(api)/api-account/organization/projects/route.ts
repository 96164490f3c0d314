import { createProject, listProjects } from '@/lib/account/organizations/projects'
import { CreateProjectRequest, Project, ProjectList, ProjectListQuery } from '@/lib/account/projects/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'List projects by name, with what each has spent',
    limit: 'account',
    needs: 'organization.read',
    query: ProjectListQuery,
    reply: ProjectList,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listProjects(caller, query),
)

export const POST = accountRoute(
  {
    summary: 'Create a project, whose limits hold for all its API keys together',
    limit: 'account',
    needs: 'organization.manage',
    audit: 'project.create',
    body: CreateProjectRequest,
    example: { name: 'Search', limit_usd: '50', limit_reset: 'monthly', timezone: 'Europe/Berlin' },
    reply: Project,
    status: 201,
    idempotent: true,
  },
  ({ caller, body }) => createProject(caller, body),
)
