import { expect, it } from 'vitest'
import { writeRouteTable } from './routes.mjs'

const pathsOf = (files: string[]) =>
  [...writeRouteTable(files).matchAll(/^ {2}'(.+)': route\d+,$/gm)].map(([, path]) => path)

it('lists what the node door serves, and leaves to Next what speaks to Next alone', () => {
  expect(
    pathsOf([
      'v1/models/route.ts',
      'api/auth/[...nextauth]/route.ts',
      'openapi.json/route.ts',
      'v1/[...unknown]/route.ts',
    ]),
  ).toEqual(['/v1/models'])
})

it('puts names before parameters, and one part before many', () => {
  expect(pathsOf(['v1/[...id]/route.ts', 'v1/[id]/route.ts', 'v1/list/route.ts'])).toEqual([
    '/v1/list',
    '/v1/[id]',
    '/v1/[...id]',
  ])
})
