import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiRoutes } from './routes'

describe('the route table', () => {
  it('serves every method through a declared route', () => {
    const methods = Object.entries(apiRoutes).flatMap(([path, module]) =>
      Object.entries(module).map(([method, exported]) => ({
        path: join(path, method),
        route: exported.route,
      })),
    )
    for (const { path, route } of methods) expect(route?.declaration.summary, path).toBeTruthy()
  })
})
