import { shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { CreateProjectRequest, UpdateProjectRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const listKey = ['projects']

export const projectsQuery = () => listOf(listKey, apiPaths.projects, shape('ProjectList'))

type Saved = { id?: string | undefined; body: CreateProjectRequest | UpdateProjectRequest }

/** Creates a project, or changes the one with this id. */
export const saveProjectMutation = () =>
  mutationOf(
    shape('Project'),
    ({ id, body }: Saved) =>
      id === undefined ? ['POST', apiPaths.projects, body] : ['PATCH', apiPaths.project(id), body],
    { stale: listKey },
  )

export const deleteProjectMutation = () =>
  mutationOf(shape('DeletedProject'), (id: string) => ['DELETE', apiPaths.project(id)], { stale: listKey })
