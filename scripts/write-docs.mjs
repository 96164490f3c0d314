// `npm run docs`: writes the files that are made from code: deploy/portico.schema.json, docs/run/settings.md, docs/use/api.md
// and docs/guide/roles.md.
// A unit test fails when one of them is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import './steps/load-typescript.mjs'
import { writeApiPage } from './reference/api-page.mjs'
import { writeRolesPage } from './reference/roles-page.mjs'
import { describeSettings, writeSettingsPage } from './reference/settings-page.mjs'

const at = (path) => new URL(`../${path}`, import.meta.url)

// The description needs an address and secrets to be made, and shows none of them.
Object.assign(process.env, {
  PORTICO_CONFIG: 'none',
  DATABASE_URL: 'postgres://nobody@localhost/none',
  NEXTAUTH_SECRET: 'only-there-while-docs-are-written',
})
const { writeConfigSchema } = await import('../lib/catalog/models/config-schema.ts')
const { Settings } = await import('../lib/platform/variables.ts')
const { permissionTable, Role } = await import('../lib/platform/roles.ts')
const { describeApi } = await import('../app/(api)/describe-api.ts')

const example = readFileSync(at('.env.example'), 'utf8')
const { properties } = z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any' })
writeFileSync(at('deploy/portico.schema.json'), writeConfigSchema(describeSettings(example)))
writeFileSync(at('docs/run/settings.md'), writeSettingsPage(example, properties))
writeFileSync(at('docs/use/api.md'), writeApiPage(describeApi()))
writeFileSync(at('docs/guide/roles.md'), writeRolesPage(permissionTable, Role.options))
