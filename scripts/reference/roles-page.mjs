// docs/guide/roles.md, made from the table of lib/platform/roles.ts.

const front = `---
summary: What members of an organization may do by their role, what they see as their own, and who spent what.
keywords: role owner admin developer billing viewer permission insufficient_role 403 own keys usage by member project spend per person
---

<!-- Made by \`npm run docs\` from lib/platform/roles.ts. Do not edit. -->

An organization's members have one of five roles. Each endpoint needs one permission, which is in \`/openapi.json\` as
\`x-required-permission\`. Without it the answer is 403 \`insufficient_role\`, with the permission in
\`metadata.required_permission\`. A personal key may do what its owner's role allows, within its scopes; a key of the organization
what an admin may.
`

const ending = `
## Own things

Developers see and change the keys that are theirs, and see their own usage: what was made with those keys, and what
they did in the console. To them, keys, requests, stored contents and figures of other members do not exist: the answers are
those for an unknown ID. Tasks, batches, files, portraits and shares are the organization's; everybody who may see them sees all.

## Who spent what

Each request has the \`member_id\` who made it in the console or whose key made it, and the \`project_id\` of its key, also in CSV
files, exports and webhooks. \`member_id=\` and \`project_id=\` filter usage, requests, latency and CSV files; with a key, model, end user
or tag too.

\`\`\`bash
# What each person and each project spent, with their share of each day
curl "{{base_url}}/api-account/user/usage?group_by=member" -H "Authorization: Bearer $PORTICO_API_KEY"
curl "{{base_url}}/api-account/user/usage?group_by=project" -H "Authorization: Bearer $PORTICO_API_KEY"
\`\`\`

- A member's figures are those of the keys that are theirs today and of their console requests. Keys of the
  organization count together, with a null \`member_id\`, and so do console requests from before there were members.
- A project's figures are those of the keys that are in it today: a key that moves takes its history with it. A request itself keeps
  the member and project of its time.
- Members who left stay in the figures with their names. A person whose account was deleted has none.
`

/** `table`: each permission's roles and what it allows. */
export function writeRolesPage(table, roles) {
  const rows = Object.entries(table).map(([permission, { allows, roles: having }]) => {
    const who = having.length === roles.length ? 'everybody' : having.join(', ')
    return `| \`${permission}\` | ${who} | ${allows}. |`
  })
  return `${front}\n## Permissions\n\n| Permission | Roles | Allows |\n| --- | --- | --- |\n${rows.join('\n')}\n${ending}`
}
