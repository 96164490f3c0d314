import type { Suite } from '../../suite'
import { suiteVersions } from '../../suite-versions'
import { machines } from './machines'
import { people } from './people'
import { trade } from './trade'
import { world } from './world'

export const structuredOutputSuite: Suite = {
  id: 'structured-output',
  version: suiteVersions['structured-output'],
  description: 'Facts from short texts as JSON that fits a schema and has the right values.',
  maxTokens: 2048,
  items: [...people, ...trade, ...world, ...machines],
}
