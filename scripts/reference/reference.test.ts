import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { describeApi } from '@/app/(api)/describe-api'
import { writeConfigSchema } from '@/lib/catalog/models/config-schema'
import { permissionTable, Role } from '@/lib/platform/roles'
import { Settings } from '@/lib/platform/variables'
import { writeApiPage } from './api-page.mjs'
import { writeRolesPage } from './roles-page.mjs'
import { describeSettings, readExample, writeSettingsPage } from './settings-page.mjs'

const read = (path: string) => readFileSync(path, 'utf8')

it('docs/run/settings.md and the schema of portico.yaml are current (npm run docs)', () => {
  const example = read('.env.example')
  expect(read('deploy/portico.schema.json')).toBe(writeConfigSchema(describeSettings(example)))
  const { properties = {} } = z.toJSONSchema(Settings, { io: 'input', unrepresentable: 'any' })
  expect(read('docs/run/settings.md')).toBe(writeSettingsPage(example, properties))
})

it('docs/use/api.md is current (npm run docs)', () => {
  expect(read('docs/use/api.md')).toBe(writeApiPage(describeApi()))
})

it('docs/guide/roles.md is current (npm run docs)', () => {
  expect(read('docs/guide/roles.md')).toBe(writeRolesPage(permissionTable, Role.options))
})

it('.env.example describes every variable by itself', () => {
  const settings = readExample(read('.env.example')).flatMap((section) => section.settings)
  expect(settings.filter(({ description }) => description === '').map(({ name }) => name)).toEqual([])
})
