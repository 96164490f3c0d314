import { describe, expect, it } from 'vitest'
import { clientAddress, isLoopbackName, isNetworkList, networkOf } from './client-address'

const proxies = '127.0.0.1, ::1, 10.0.0.0/8, fd00::/8, 198.51.100.7'

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['192.168.1.2', '1.2.3.4', '192.168.1.2'],
    ['127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.0.0.2', 'spoofed, 1.2.3.4', '1.2.3.4'],
    ['fd00::1', '2001:db8::5', '2001:db8::5'],
    // From the end, through every proxy that is known, and no further.
    ['127.0.0.1', '9.9.9.9, 1.2.3.4, 198.51.100.7, 10.1.2.3', '1.2.3.4'],
    ['127.0.0.1', '10.9.9.9, ::ffff:10.1.2.3', '10.9.9.9'],
    ['198.51.100.8', '1.2.3.4', '198.51.100.8'],
    ['::1', '', '::1'],
    ['127.0.0.1', '1.2.3.4:4711', '1.2.3.4'],
    ['127.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['127.0.0.1', '[2001:db8::5]', '2001:db8::5'],
    ['127.0.0.1', '1.2.3.4, somebody', '127.0.0.1'],
    ['fe80::1%eth0', '1.2.3.4', 'fe80::1%eth0'],
    [undefined, undefined, 'unknown'],
    [undefined, '1.2.3.4', 'unknown'],
  ])('of %s forwarding %s is %s', (peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, proxies)).toBe(expected)
  })

  it('believes nobody while no proxy is named', () => {
    expect(clientAddress('127.0.0.1', '1.2.3.4', '')).toBe('127.0.0.1')
  })
})

it.each([
  ['', true],
  [' 127.0.0.1 , ::1,', true],
  ['10.0.0.0/8,2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['::/129', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['proxy.internal', false],
  ['fe80::1%eth0', false],
])('"%s" is a list of networks: %s', (text, expected) => {
  expect(isNetworkList(text)).toBe(expected)
})

it.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['10.0.0.1', false],
  ['1127.0.0.1', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['0.0.0.0', false],
  ['::', false],
  ['', false],
])('%s is loopback: %s', (name, expected) => {
  expect(isLoopbackName(name)).toBe(expected)
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
