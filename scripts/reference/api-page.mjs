// docs/use/api.md, made from the API's description (`/openapi.json`).

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head']

function scopeOf({ security }) {
  if (security.length === 0) return 'none'
  const bearer = security.find((scheme) => scheme.bearer)
  return bearer ? `\`${bearer.bearer.join(', ')}\`` : 'signed-in person'
}

const permissionOf = ({ 'x-required-permission': needed }) => (needed ? `\`${needed}\`` : '–')

const cell = (text) => text.replaceAll('|', '\\|')

function groupByTag(document) {
  const groups = new Map()
  for (const [path, operations] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = operations[method]
      if (!operation) continue
      const [tag] = operation.tags
      const row = `| \`${method.toUpperCase()} ${path}\` | ${scopeOf(operation)} | ${permissionOf(operation)} | ${cell(operation.summary)} |`
      groups.set(tag, [...(groups.get(tag) ?? []), row])
    }
  return [...groups]
}

/** Chat and what answers at once first, then tasks, then the account. */
const rank = ([tag, rows]) => (tag === 'Models' ? 0 : rows.some((row) => row.includes(' /v1/')) ? 1 : 2)

export function writeApiPage(document) {
  const sections = groupByTag(document)
    .sort((a, b) => rank(a) - rank(b))
    .map(([tag, rows]) =>
      [`## ${tag}`, '', '| Endpoint | Scope | Permission | |', '| --- | --- | --- | --- |', ...rows].join(
        '\n',
      ),
    )
  return `${introduction}\n${sections.join('\n\n')}\n`
}

const introduction = `# API

<!-- Made by \`npm run docs\` from the routes' declarations. Do not edit. -->

Every endpoint, with the scope a key needs and the permission that a member's [role](../guide/roles.md) must have. \`/openapi.json\` on your installation describes requests, responses and errors in full, and
\`/docs\` has a guide with samples.

- **Authentication.** \`Authorization: Bearer sk-portico-…\`; \`x-api-key\` works too. *None*: no key is needed. *Signed-in person*: only the
  console's own session, no key.
- **Errors** are \`{"error": {"message", "type", "param", "code", "request_id"}}\`. \`/v1/messages\` and \`/v1/portrait\` use the error format
  of their protocol.
- **Retries.** Every POST that creates something accepts \`Idempotency-Key\`, except streams.
- **Lists** of the account are \`{"object": "list", "data", "has_more", "next_cursor"}\` and accept \`limit\` and
  \`cursor\`. Recent requests are \`{"items", "next_cursor", "has_more"}\`.
- Operators' endpoints are under \`/api-account/admin\`. They answer 404 to everybody else ([automate.md](../run/automate.md)).
`
