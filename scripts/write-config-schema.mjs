// `npm run config-schema`: writes deploy/portico.schema.json, by which editors check portico.yaml. A unit test says when it is due.
import { readFileSync, writeFileSync } from 'node:fs'
import './steps/load-typescript.mjs'

const { writeConfigSchema } = await import('../lib/catalog/models/config-schema.ts')
const file = new URL('../deploy/portico.schema.json', import.meta.url)
writeFileSync(file, writeConfigSchema(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')))
