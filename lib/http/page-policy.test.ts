import { expect, test } from 'vitest'
import { pagePolicy } from './page-policy'

const files = { shown: 'https://portico.example', uploads: ['https://files.example/bucket/'] }

const policyOf = (path: string, development = false) => pagePolicy({ path, nonce: 'abc', files, development })
const sourcesOf = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((rule) => rule.startsWith(`${name} `))
    ?.split(' ')
    .slice(1)

test('scripts are our own files and those with the nonce of this one answer', () => {
  expect(sourcesOf(policyOf('/'), 'script-src')).toEqual(["'self'", "'wasm-unsafe-eval'", "'nonce-abc'"])
})

test('what else a page may load, send and be', () => {
  const policy = policyOf('/console')
  expect(sourcesOf(policy, 'default-src')).toEqual(["'self'"])
  expect(sourcesOf(policy, 'img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://portico.example'])
  expect(sourcesOf(policy, 'media-src')).toEqual(["'self'", 'blob:', 'https://portico.example'])
  expect(sourcesOf(policy, 'connect-src')).toEqual([
    "'self'",
    'https://portico.example',
    'https://files.example/bucket/',
  ])
  expect(sourcesOf(policy, 'object-src')).toEqual(["'none'"])
  expect(sourcesOf(policy, 'base-uri')).toEqual(["'none'"])
  expect(sourcesOf(policy, 'form-action')).toEqual(["'self'"])
  expect(sourcesOf(policy, 'frame-ancestors')).toEqual(["'self'"])
})

test('a liveness check may be embedded by the pages of others', () => {
  expect(policyOf('/h5/liveness/x')).not.toContain('frame-ancestors')
})

test('in development, pages may compile code and be told of changes, and the rest stays', () => {
  const policy = policyOf('/', true)
  expect(sourcesOf(policy, 'script-src')).toEqual(["'self'", "'unsafe-inline'", "'unsafe-eval'"])
  expect(sourcesOf(policy, 'connect-src')).toContain('ws:')
  expect(sourcesOf(policy, 'object-src')).toEqual(["'none'"])
})
