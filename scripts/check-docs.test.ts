import { expect, it } from 'vitest'
import { anchorsOf, checkDocs } from './check-docs.mjs'

const facts = {
  exists: (path: string) => ['docs/a.md', 'docs/b.md', 'lib/money/price.ts'].includes(path),
  files: ['docs/a.md', 'docs/b.md', 'lib/money/price.ts', 'prisma/schema/money/prices.prisma'],
  folders: ['docs', 'lib', 'lib/money', 'prisma', 'prisma/schema', 'prisma/schema/money'],
  topLevel: new Set(['docs', 'lib', 'prisma']),
  scripts: new Set(['bench']),
  variables: ['S3_BUCKET', 'IMAGE_TASK_TTL_SECONDS'],
  routes: [
    { path: '/v1/models', methods: new Set(['GET']) },
    { path: '/v1/models/[...id]', methods: new Set(['GET']) },
    { path: '/v1/files/[id]/content', methods: new Set(['GET']) },
  ],
  pages: ['/pricing', '/console/keys', '/explore/providers/[id]'],
}

const check = (text: string) =>
  checkDocs(
    new Map([
      ['docs/a.md', text],
      ['docs/b.md', '# One heading, `two`'],
    ]),
    facts,
  ).map((fault: string) => fault.replace(/^docs\/a\.md:/, ''))

it.each([
  '[b](b.md) [heading](b.md#one-heading-two) [here](#here) [out](https://example.com/x#y) [page](/pricing)\n\n# Here',
  '`lib/money/price.ts` `price.ts` `lib/money/` `lib/<district>/price.ts` `prisma/schema/…/prices.prisma` `portico.yaml`',
  '`S3_BUCKET` `S3_…` `…_TTL_SECONDS` `NODE_EXTRA_CA_CERTS` `HTTP` `{"a_b": 1}`',
  '`npm run bench -- --rounds 3`',
  '`GET /v1/models` `/v1/models/openai/gpt` `/v1/files/{id}/content` `GET /v1/files/…` `/v1/**` `/console/keys` `/explore/providers/acme`',
  '```sh\ncurl http://localhost:3000/v1/models\nnpm run bench\n```',
])('finds nothing wrong with what exists: %s', (text) => {
  expect(check(text)).toEqual([])
})

it.each([
  ['[c](c.md)', 'the link c.md leads nowhere'],
  ['[b](b.md#two)', 'docs/b.md has no heading #two'],
  ['[page](/prices)', 'there is no page /prices'],
  ['<source srcset="images/a.webp">', 'the link images/a.webp leads nowhere'],
  ['`lib/money/cost.ts`', 'there is no file or folder lib/money/cost.ts'],
  ['`cost.ts`', 'there is no file or folder cost.ts'],
  ['`S3_BUCKETS`', 'there is no setting S3_BUCKETS'],
  ['`…_TTL_MINUTES`', 'there is no setting …_TTL_MINUTES'],
  ['```sh\nS3_BUCKETS=a npm start\n```', 'there is no setting S3_BUCKETS'],
  ['`npm run benches`', 'there is no script benches'],
  ['```\nnpm run benches\n```', 'there is no script benches'],
  ['`GET /v1/model`', 'there is no endpoint /v1/model'],
  ['`GET DELETE /v1/models/{id}`', '/v1/models/{id} does not accept DELETE'],
  ['```sh\ncurl http://localhost:3000/v1/chats\n```', 'there is no endpoint /v1/chats'],
  ['`/console/key`', 'there is no page /console/key'],
])('%s: %s', (text, fault) => {
  expect(check(`\n${text}`)).toEqual([`2: ${fault}`])
})

it('makes anchors of headings as GitHub does', () => {
  const text = '# A `b`: c, d\n## [Link](x.md) e\n## Twice\n## Twice\n```\n# No heading\n```'
  expect([...anchorsOf(text)]).toEqual(['a-b-c-d', 'link-e', 'twice', 'twice-1'])
})
