import { describe, expect, it } from 'vitest'
import { clientAddress, isLoopbackAddress, networkOf } from './client-address'

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.0.0.2', 'spoofed, 1.2.3.4', '1.2.3.4'],
    ['fd00::1', '2001:db8::5', '2001:db8::5'],
    ['::1', '', '::1'],
    ['127.0.0.1', '1.2.3.4:4711', '1.2.3.4'],
    ['127.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['127.0.0.1', '[2001:db8::5]', '2001:db8::5'],
    ['127.0.0.1', '1.2.3.4, somebody', '127.0.0.1'],
    [undefined, undefined, 'unknown'],
    [undefined, '1.2.3.4', 'unknown'],
  ])('of %s forwarding %s is %s', (peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded)).toBe(expected)
  })
})

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['1127.0.0.1', false],
  ['', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected)
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected)
})
