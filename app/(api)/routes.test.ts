import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiRoutes } from './routes'

const folder = import.meta.dirname
/** next-auth brings its own handler, which speaks to Next alone; so do the API's description and the answer for unknown paths. */
const servedByNext = ['/api/auth/[...nextauth]', '/openapi.json']

describe('the route table', () => {
  it('lists exactly the folders beside it', () => {
    const onDisk = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('route.ts'))
      .map((path) => `/${dirname(path)}`)
      .filter((path) => !servedByNext.includes(path) && !path.includes('[...unknown]'))
    expect(Object.keys(apiRoutes).sort()).toEqual(onDisk.sort())
  })

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
