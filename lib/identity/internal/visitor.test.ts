import { describe, expect, it } from 'vitest'
import { isLocalVisitor } from './visitor'

const local = { 'x-portico-peer': '127.0.0.1', host: 'localhost:3000' }

function isLocal(headers: Record<string, string | undefined>): boolean {
  return isLocalVisitor((name) => headers[name])
}

describe('isLocalVisitor', () => {
  it.each([
    local,
    { ...local, host: '127.0.0.1:8080', 'x-portico-peer': '::ffff:127.0.0.1' },
    { ...local, host: '[::1]:3000', 'x-portico-peer': '::1' },
    { ...local, origin: 'http://localhost:3000' },
    // What Next adds by itself to every request.
    { ...local, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost:3000' },
  ])('lets in %j', (headers) => expect(isLocal(headers)).toBe(true))

  it.each([
    { host: 'localhost:3000' },
    { ...local, 'x-portico-peer': '192.168.1.5' },
    { ...local, host: 'portico.example.com' },
    { ...local, host: 'localhost.example.com' },
    { ...local, host: '127.0.0.1.example.com' },
    { ...local, host: '' },
    { ...local, 'x-forwarded-for': '203.0.113.9' },
    { ...local, 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
    { ...local, 'x-real-ip': '203.0.113.9' },
    { ...local, forwarded: 'for=203.0.113.9' },
    { ...local, via: '1.1 proxy' },
    { ...local, 'x-forwarded-host': 'portico.example.com' },
    { ...local, origin: 'https://portico.example.com' },
    { ...local, origin: 'null' },
  ])('keeps out %j', (headers) => expect(isLocal(headers)).toBe(false))
})
