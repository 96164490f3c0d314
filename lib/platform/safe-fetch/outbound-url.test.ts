import { Resolver } from 'node:dns/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  checkOwnNetworkUrl,
  isOwnNetworkAddress,
  isPublicAddress,
  OutboundError,
  parseAllowList,
  parseOutboundUrl,
  resolveByNameServers,
} from './outbound-url'

describe('parse outbound url', () => {
  function faultOf(url: string, allowed = ''): string | undefined {
    try {
      parseOutboundUrl(url, parseAllowList(allowed))
      return undefined
    } catch (error) {
      return error instanceof OutboundError ? `${error.fault}: ${error.message}` : 'another error'
    }
  }

  const notPublic = 'refused: The URL must resolve to public addresses only.'

  test.each([
    'https://example.com/hook?a=b',
    'https://93.184.216.34/',
    'https://[2606:4700:4700::1111]:8443/x',
  ])('%s is accepted', (url) => expect(faultOf(url)).toBeUndefined())

  test.each([
    ['http://example.com/', 'refused: The URL must be https.'],
    ['ftp://example.com/', 'refused: The URL must be https.'],
    ['file:///etc/passwd', 'refused: The URL must be an absolute https URL.'],
    ['javascript:alert(1)', 'refused: The URL must be an absolute https URL.'],
    ['//example.com/', 'refused: The URL must be an absolute https URL.'],
    ['/hook', 'refused: The URL must be an absolute https URL.'],
    ['', 'refused: The URL must be an absolute https URL.'],
    ['https://user:secret@example.com/', 'refused: The URL must not contain a user name or password.'],
    ['https://:secret@example.com/', 'refused: The URL must not contain a user name or password.'],
    ['https://user@example.com/', 'refused: The URL must not contain a user name or password.'],
    ['https://example.com/a b', 'refused: The URL must not contain spaces or control characters.'],
    ['https://example.com/\u0000', 'refused: The URL must not contain spaces or control characters.'],
    ['https://example.com/\ud800', 'refused: The URL must be well-formed Unicode.'],
    ['https://localhost/', notPublic],
    ['https://anything.localhost./', notPublic],
    ['https://127.0.0.1/', notPublic],
    ['https://127.1/', notPublic],
    ['https://2130706433/', notPublic],
    ['https://0x7f.0.0.1/', notPublic],
    ['https://0177.0.0.1/', notPublic],
    ['https://１２７.0.0.1/', notPublic],
    ['https://[::1]/', notPublic],
    ['https://[::ffff:127.0.0.1]/', notPublic],
    ['https://[64:ff9b::a9fe:a9fe]/', notPublic],
    ['https://169.254.169.254/latest/meta-data/', notPublic],
  ])('%s is refused', (url, fault) => expect(faultOf(url)).toBe(fault))

  test('a URL without end is refused', () =>
    expect(faultOf(`https://example.com/${'x'.repeat(2048)}`)).toBe(
      'refused: The URL must have at most 2048 characters.',
    ))

  describe('OUTBOUND_ALLOW', () => {
    test.each([
      ['127.0.0.1', 'http://127.0.0.1:9000/'],
      ['127.0.0.1', 'https://127.0.0.1/'],
      ['receiver.internal:9000', 'http://receiver.internal:9000/hook'],
      ['Receiver.Internal:9000', 'http://RECEIVER.internal.:9000/hook'],
      ['receiver:80, other', 'http://receiver/'],
      ['receiver:443', 'https://receiver/'],
      ['[::1]:8080', 'http://[::1]:8080/'],
      ['[0:0:0:0:0:0:0:1]', 'http://[::1]:1234/'],
      ['bücher.example', 'http://xn--bcher-kva.example/'],
    ])('%s opens %s', (allowed, url) => expect(faultOf(url, allowed)).toBeUndefined())

    test.each([
      ['127.0.0.1:9000', 'https://127.0.0.1:9001/', notPublic],
      ['127.0.0.1', 'http://localhost/', 'refused: The URL must be https.'],
      ['example.com', 'http://evil-example.com/', 'refused: The URL must be https.'],
      ['receiver', 'http://a@receiver/', 'refused: The URL must not contain a user name or password.'],
      ['receiver', 'ftp://receiver/', 'refused: The URL must be https.'],
    ])('%s does not open %s', (allowed, url, fault) => expect(faultOf(url, allowed)).toBe(fault))

    test.each(['http://x', 'a b', 'a:b:c', 'host:port', '[zz]'])('%j is not an entry', (entry) =>
      expect(() => parseAllowList(entry)).toThrow(),
    )
  })
})

describe('is public address', () => {
  test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback beyond the first', '127.8.9.10'],
    ['private, 10/8', '10.0.0.1'],
    ['private, 172.16/12', '172.31.255.255'],
    ['private, 192.168/16', '192.168.1.1'],
    ['link-local, where cloud metadata is', '169.254.169.254'],
    ['task metadata of AWS', '169.254.170.2'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Oracle', '192.0.0.192'],
    ['wire server of Azure', '168.63.129.16'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['benchmarking', '198.19.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified, IPv6', '::'],
    ['loopback, IPv6', '::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped, even of a public address', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-translated', '::ffff:0:a00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 for local use', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['unique local', 'fd12:3456::1'],
    ['metadata of AWS, IPv6', 'fd00:ec2::254'],
    ['link-local, IPv6', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast, IPv6', 'ff02::1'],
    ['documentation, IPv6', '2001:db8::1'],
    ['documentation, the newer one', '3fff::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['given to nobody', '4000::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('%s (%s) is not public', (_what, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('own networks, which operators may open', () => {
  test.each(['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.10', '100.64.0.1', '::1', 'fd12:3456::1'])(
    '%s may be opened',
    (address) => expect(isOwnNetworkAddress(address)).toBe(true),
  )

  test.each([
    ['metadata of most clouds', '169.254.169.254'],
    ['task metadata of AWS', '169.254.170.2'],
    ['metadata of AWS, IPv6', 'fd00:ec2::254'],
    ['pod identity of AWS, IPv6', 'fd00:ec2::23'],
    ['metadata of Google, IPv6', 'fd20:ce::254'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Oracle', '192.0.0.192'],
    ['wire server of Azure', '168.63.129.16'],
    ['link-local, IPv6', 'fe80::1'],
    ['IPv4-mapped metadata', '::ffff:169.254.169.254'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['this host', '0.0.0.0'],
    ['unspecified, IPv6', '::'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['the public internet', '8.8.8.8'],
    ['a name', 'localhost'],
  ])('%s (%s) may not', (_what, address) => expect(isOwnNetworkAddress(address)).toBe(false))

  test.each([
    ['http://127.0.0.1:11434/v1', '127.0.0.1:11434'],
    ['http://localhost:1234/v1', 'localhost:1234'],
    ['https://[::1]/v1', '[::1]:443'],
    ['http://2130706433/', '127.0.0.1:80'],
  ])('%s opens %s', async (url, host) => expect(await checkOwnNetworkUrl(url)).toBe(host))

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[fd00:ec2::254]/',
    'http://8.8.8.8/v1',
    'http://user:secret@127.0.0.1/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
  ])('%s is refused', (url) =>
    expect(checkOwnNetworkUrl(url)).rejects.toMatchObject({ name: 'OutboundError', fault: 'refused' }),
  )
})

describe('name servers', () => {
  afterEach(() => vi.restoreAllMocks())
  const failure = (code: string) => Object.assign(new Error(code), { code })

  function answer(ipv4: string[] | Error, ipv6: string[] | Error) {
    const reply = (known: string[] | Error) =>
      known instanceof Error ? Promise.reject(known) : Promise.resolve(known)
    vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(() => reply(ipv4) as never)
    vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(() => reply(ipv6) as never)
    return resolveByNameServers('example.com')
  }

  // koala73/worldmonitor#5218, projectdiscovery/dnsx#842
  test.each(['ESERVFAIL', 'ETIMEOUT', 'EREFUSED', 'ENODATA'])(
    'the addresses of one family count where the other ends with %s',
    async (code) => {
      expect(await answer(['192.0.2.7'], failure(code))).toEqual(['192.0.2.7'])
      expect(await answer(failure(code), ['2001:db8::7'])).toEqual(['2001:db8::7'])
    },
  )

  test('a host without addresses is told from name servers that do not answer', async () => {
    expect(await answer(failure('ENOTFOUND'), failure('ENODATA'))).toEqual([])
    await expect(answer(failure('ENODATA'), failure('ESERVFAIL'))).rejects.toThrow('ESERVFAIL')
  })
})
